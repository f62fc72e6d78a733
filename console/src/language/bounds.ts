/** The bound of a profile as people write it: `9.2e3` is 9,200; dates and times stay as they are. */
export function boundText(bound: string): string {
  if (!/^-?\d(\.\d+)?e[+-]?\d+$/i.test(bound)) return bound;
  const value = Number(bound);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return bound;
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}
