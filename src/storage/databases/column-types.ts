import pg from 'pg';

/**
 * How column values are read, by `pg` and by the embedded database alike. As `pg` does it, but for int8: a number, and
 * an error beyond 2^53, where a number would silently be another one. Our int8 columns are versions, fencing numbers
 * and counts.
 */
export const columnTypes = {
  getTypeParser(oid, format) {
    return oid === pg.types.builtins.INT8 && format !== 'binary'
      ? readSafeInteger
      : pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(
      `The database returned the int8 ${text}, which a JavaScript number cannot hold exactly.`,
    );
  }
  return value;
}
