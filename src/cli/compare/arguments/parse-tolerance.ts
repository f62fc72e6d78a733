import { InvalidArgumentError } from 'commander';
import type { Tolerance } from '../../../domain/comparison/tolerance.ts';
import { splitAtEquals } from './parse-flags.ts';

const nanoseconds: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};

/** `amount=0.01` (absolute), `amount=1%` (relative), `created=2s` (ns, us, ms, s, m, h, d); `*` for every column. */
export function tolerance(text: string, before: Readonly<Record<string, Tolerance>> = {}) {
  const [column, amount] = splitAtEquals(text) ?? [];
  const read = amount === undefined ? null : readTolerance(amount.trim());
  if (!column || read === null) {
    throw new InvalidArgumentError(
      'Give a column and how far its values may be apart: amount=0.01, amount=1%, created=2s.',
    );
  }
  return { ...before, [column]: read };
}

function readTolerance(text: string): Tolerance | null {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%|[a-z]*)$/.exec(text) ?? [];
  if (number === '') return null;
  if (unit === '') return { kind: 'absolute', amount: number };
  if (unit === '%') return { kind: 'relative', ratio: byHundred(number) };
  const size = nanoseconds[unit];
  if (size === undefined) return null;
  const [whole = '', fraction = ''] = number.split('.');
  const scaled = BigInt(`${whole}${fraction}`) * size;
  const divisor = 10n ** BigInt(fraction.length);
  // Half a nanosecond is no duration that anything can hold.
  return scaled % divisor === 0n ? { kind: 'duration', nanoseconds: String(scaled / divisor) } : null;
}

/** Moves the point, so that 1 % is exactly 0.01. */
function byHundred(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}
