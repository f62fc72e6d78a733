/** Exported by `pg` (its package.json, `./lib/*`) and not typed by @types/pg. */
declare module 'pg/lib/utils.js' {
  /** What the driver sends for a parameter: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
