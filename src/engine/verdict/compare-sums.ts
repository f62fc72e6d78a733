import type { BySide } from '../../domain/comparison/by-side.ts';
import {
  addDecimals,
  type ExactDecimal,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
} from '../../domain/comparison/exact-decimal.ts';
import type { ReportDiagnostic } from '../../domain/comparison/pair-report.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { Tolerance } from '../../domain/comparison/tolerance.ts';
import type { SumPart } from '../dialects/dialect.ts';
import { type NumericTolerance, withinTolerance } from '../values/within-tolerance.ts';
import type { Compared } from './aggregate-verdict.ts';
import { toleranceApplied } from './compare-values.ts';

export type SumParts = Readonly<Record<SumPart, string | null>>;

export interface AverageParts {
  readonly parts: SumParts;
  readonly count: number;
}

/**
 * Sums of doubles agree within 2^-50 of the sum of their magnitudes, unless the test says otherwise. A compensated sum
 * is off by at most 2 units of 2^-53 of that, however long it is and in whatever order; this allows two of them and
 * what merging the parts of parallel threads adds. It is the size of the last place or two, never of a value.
 */
const summationError = 2 ** -50;

/** Digits that an average of exact numbers is shown with beyond those of its sum; it is compared as a fraction. */
const shownDigits = 9;

export function compareSums(parts: BySide<SumParts>, tolerance: Tolerance | null): Compared {
  return compareAverages(
    { source: { parts: parts.source, count: 1 }, target: { parts: parts.target, count: 1 } },
    tolerance,
  );
}

/** A sum is the average of one. */
export function compareAverages(averages: BySide<AverageParts>, tolerance: Tolerance | null): Compared {
  if (tolerance?.kind === 'duration') throw new TypeError('A duration is no tolerance for numbers.');
  return isOfDoubles(averages.source.parts) || isOfDoubles(averages.target.parts)
    ? compareDoubles(averages, tolerance)
    : compareExact(averages, tolerance);
}

function isOfDoubles({ notANumber }: SumParts): boolean {
  return notANumber !== null;
}

/** a/c and b/d compare as a·d and b·c: exact, where a quotient would have to be rounded. */
function compareExact(
  { source, target }: BySide<AverageParts>,
  tolerance: NumericTolerance | null,
): Compared {
  const sums = { source: decimalOf(source.parts.exact), target: decimalOf(target.parts.exact) };
  const values = { source: shown(sums.source, source.count), target: shown(sums.target, target.count) };
  if (sums.source === null || sums.target === null) {
    return decided(sums.source === sums.target, values);
  }
  const left = printDecimal(multiplyDecimals(sums.source, whole(target.count)));
  const right = printDecimal(multiplyDecimals(sums.target, whole(source.count)));
  if (left === right) return decided(true, values);
  if (tolerance === null) return decided(false, values);
  const scaled: NumericTolerance =
    tolerance.kind === 'absolute'
      ? { kind: 'absolute', amount: times(tolerance.amount, source.count, target.count) }
      : tolerance;
  return withinTolerance(left, right, scaled)
    ? decided(true, values, [toleranceApplied])
    : decided(false, values);
}

function compareDoubles(averages: BySide<AverageParts>, tolerance: NumericTolerance | null): Compared {
  const source = doubleOf(averages.source, 'source');
  const target = doubleOf(averages.target, 'target');
  const values = { source: source.text, target: target.text };
  const diagnostics = [...source.diagnostics, ...target.diagnostics];
  const overflow = source.overflow ?? target.overflow;
  if (overflow !== null) return { ...decided(false, values, diagnostics), undecidable: overflow };
  if (source.text === target.text) return decided(true, values, diagnostics);
  if (source.value === null || target.value === null) return decided(false, values, diagnostics);
  const agree =
    tolerance === null
      ? Math.abs(source.value - target.value) <= Math.max(source.slack, target.slack)
      : withinTolerance(String(source.value), String(target.value), tolerance);
  return decided(agree, values, agree ? [...diagnostics, toleranceApplied] : diagnostics);
}

interface DoubleAverage {
  readonly text: string | null;
  /** Null where it is not finite, or there is none. */
  readonly value: number | null;
  readonly slack: number;
  readonly overflow: string | null;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** What is not finite decides a sum by itself, as in IEEE 754, and is told. */
function doubleOf({ parts, count }: AverageParts, side: Side): DoubleAverage {
  const [nans, up, down] = [parts.notANumber, parts.infinite, parts.negativeInfinite].map(Number);
  const special = nans || (up && down) ? 'NaN' : up ? 'Infinity' : down ? '-Infinity' : null;
  if (special !== null) {
    const diagnostic: ReportDiagnostic = {
      code: 'not_a_number_in_sum',
      severity: 'warning',
      side,
      detail: `The ${side} holds ${nans} NaN, ${up} Infinity and ${down} -Infinity, so the result is ${special}.`,
    };
    return { text: special, value: null, slack: 0, overflow: null, diagnostics: [diagnostic] };
  }
  if (parts.sum === null) return { text: null, value: null, slack: 0, overflow: null, diagnostics: [] };
  const [sum, magnitude] = [Number(parts.sum), Number(parts.magnitude)];
  const overflow =
    Number.isFinite(sum) && Number.isFinite(magnitude)
      ? null
      : `The sum of the ${side}'s doubles is beyond what a double holds. Compare the values row by row, or as decimals.`;
  const value = sum / count;
  // The division rounds once more, by half a unit in the last place.
  const slack = (magnitude / count) * summationError + Math.abs(value) * 2 ** -52;
  return {
    text: String(value),
    value,
    slack: count === 1 ? magnitude * summationError : slack,
    overflow,
    diagnostics: [],
  };
}

function decided(
  agree: boolean,
  values: BySide<string | null>,
  diagnostics: readonly ReportDiagnostic[] = [],
): Compared {
  return { agree, values, diagnostics, undecidable: null };
}

/** A sum may come in parts, one behind the other, where it has more digits than the engine's numbers. */
function decimalOf(text: string | null): ExactDecimal | null {
  if (text === null) return null;
  const parts = text.split(' ').flatMap((part) => parseDecimal(part) ?? []);
  return parts.length === 0 ? null : parts.reduce(addDecimals);
}

function whole(count: number): ExactDecimal {
  return { unscaled: BigInt(count), scale: 0 };
}

function times(amount: string, ...counts: readonly number[]): string {
  const factor = counts.reduce((product, count) => product * BigInt(count), 1n);
  return printDecimal(multiplyDecimals(parseDecimal(amount) ?? whole(0), { unscaled: factor, scale: 0 }));
}

/** An average for people, rounded half away from zero. */
function shown(sum: ExactDecimal | null, count: number): string | null {
  if (sum === null) return null;
  if (count === 1) return printDecimal(sum);
  const scale = sum.scale + shownDigits;
  const numerator = sum.unscaled * 10n ** BigInt(shownDigits);
  const divisor = BigInt(count);
  const half = numerator < 0n ? -divisor : divisor;
  return printDecimal({ unscaled: (2n * numerator + half) / (2n * divisor), scale });
}
