const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Counts beyond 2^53 arrive as text, and keep every digit. */
export type CountValue = number | string | bigint;

export function formatCount(value: CountValue): string {
  return grouped.format(typeof value === 'string' ? BigInt(value) : value);
}

/** `1 row`, `2 rows`, `12,000 rows`. */
export function countOf(value: CountValue, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${Number(value) === 1 ? one : many}`;
}

/**
 * A share in the form that a person can picture: `12.5 %` while it is large enough to be seen, `1 in 44,843` below
 * 0.1 %, where a percentage is only zeros.
 */
export function formatRatio(part: CountValue, whole: CountValue): string {
  const [some, all] = [Number(part), Number(whole)];
  if (all === 0) return 'none';
  if (some === 0) return '0 %';
  if (some >= all) return '100 %';
  const percent = (some / all) * 100;
  if (percent < 0.1) return `1 in ${formatCount(Math.round(all / some))}`;
  // 99.97 % must not become 100 %: what is not all is never shown as all.
  const rounded = Math.min(99.9, Math.max(0.1, Math.round(percent * 10) / 10));
  return `${rounded} %`;
}
