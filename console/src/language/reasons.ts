/** Both sides of a cell that differs. */
export interface DifferingCell {
  readonly source: string | null;
  readonly target: string | null;
}

const number = /^-?\d+(\.\d+)?$/;
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A short guess at why two values differ: what a person would say first. Null where nothing comes to mind. */
export function guessReason({ source, target }: DifferingCell): string | null {
  if (source === null) return 'was NULL';
  if (target === null) return 'lost';
  if (source === target) return 'of another type';
  if (target === '') return 'emptied';
  if (number.test(source) && number.test(target)) return numberReason(source, target);
  if (instant.test(source) && instant.test(target)) return instantReason(source, target);
  if (instant.test(source) && day.test(target)) return 'time of day lost';
  return textReason(source, target);
}

/** Exact: differences of decimals are told in all their digits, so they are computed as integers. */
function numberReason(source: string, target: string): string {
  const scale = Math.max(fractionOf(source), fractionOf(target));
  const difference = scaled(target, scale) - scaled(source, scale);
  if (difference === 0n) return 'written otherwise';
  const digits = (difference < 0n ? -difference : difference).toString().padStart(scale + 1, '0');
  const whole = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return `${difference < 0n ? '−' : '+'}${whole}`;
}

function fractionOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function scaled(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

const spans = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

function instantReason(source: string, target: string): string | null {
  const difference = timeOf(target) - timeOf(source);
  if (Number.isNaN(difference)) return null;
  if (difference === 0) return 'finer than a millisecond';
  if (/[T ]00:00(:00(\.0+)?)?(Z|$)/.test(target) && !/[T ]00:00(:00(\.0+)?)?(Z|$)/.test(source)) {
    return 'time of day lost';
  }
  const size = Math.abs(difference);
  const [length, unit] = spans.find(([span]) => size % span === 0) ?? [1, 'millisecond'];
  const amount = size / length;
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ${difference < 0 ? 'earlier' : 'later'}`;
}

function timeOf(text: string): number {
  const iso = text.replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

function textReason(source: string, target: string): string | null {
  if (source.trim() === target.trim()) return 'white space at the ends';
  if (source.toLowerCase() === target.toLowerCase()) return 'upper and lower case';
  if (source.normalize('NFKC') === target.normalize('NFKC')) return 'the same letters, encoded otherwise';
  if (source.replaceAll(/\s+/g, ' ') === target.replaceAll(/\s+/g, ' ')) return 'white space';
  if (target !== '' && source.startsWith(target)) return `cut after ${target.length} characters`;
  if (target.includes('\ufffd') || target.includes('?')) return 'letters lost in encoding';
  return null;
}

/** What explains most of the differences, if one thing does: `all 99 differ by exactly one hour`. */
export function commonReason(cells: readonly DifferingCell[]): { reason: string; count: number } | null {
  if (cells.length < 3) return null;
  const tally = new Map<string, number>();
  for (const cell of cells) {
    const reason = guessReason(cell);
    if (reason !== null) tally.set(reason, (tally.get(reason) ?? 0) + 1);
  }
  const [best] = [...tally].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] * 2 > cells.length ? { reason: best[0], count: best[1] } : null;
}
