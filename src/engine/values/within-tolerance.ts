import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  type ExactDecimal,
  largerDecimal,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
} from '../../domain/comparison/exact-decimal.ts';
import type { AbsoluteTolerance, RelativeTolerance } from '../../domain/comparison/tolerance.ts';

export type NumericTolerance = AbsoluteTolerance | RelativeTolerance;

/**
 * Whether two numbers, as decimal texts, agree within a tolerance. Doubles come as their shortest texts, so 0.58 and
 * 0.57 are exactly 0.01 apart. NaN and the infinities agree only with themselves.
 */
export function withinTolerance(a: string, b: string, tolerance: NumericTolerance): boolean {
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  if (left === null || right === null) return a === b;
  return compareDecimals(distance(left, right), allowance(left, right, tolerance)) <= 0;
}

/**
 * How many values of one bag can be paired with values of the other, each used once, within a tolerance: the most
 * possible. Taking both in ascending order and always pairing the lowest two that agree is optimal here, because what
 * agrees with a value is an interval around it.
 */
export function pairsWithinTolerance(
  as: readonly string[],
  bs: readonly string[],
  tolerance: NumericTolerance,
): number {
  const finite = pairsOfFinite(ascending(as), ascending(bs), tolerance);
  return finite + pairsOfEqual(as.filter(isNotDecimal), bs.filter(isNotDecimal));
}

function pairsOfFinite(
  as: readonly ExactDecimal[],
  bs: readonly ExactDecimal[],
  tolerance: NumericTolerance,
): number {
  let pairs = 0;
  let i = 0;
  let j = 0;
  for (let a = as[i], b = bs[j]; a !== undefined && b !== undefined; a = as[i], b = bs[j]) {
    if (compareDecimals(distance(a, b), allowance(a, b, tolerance)) <= 0) {
      pairs += 1;
      i += 1;
      j += 1;
    } else if (compareDecimals(a, b) < 0) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

function pairsOfEqual(as: readonly string[], bs: readonly string[]): number {
  return [...new Set(as)]
    .map((value) => Math.min(as.filter((a) => a === value).length, bs.filter((b) => b === value).length))
    .reduce((sum, pairs) => sum + pairs, 0);
}

function ascending(values: readonly string[]): readonly ExactDecimal[] {
  return values
    .map(parseDecimal)
    .filter((value) => value !== null)
    .sort(compareDecimals);
}

function isNotDecimal(text: string): boolean {
  return parseDecimal(text) === null;
}

function distance(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return absoluteDecimal(addDecimals(a, negateDecimal(b)));
}

function allowance(a: ExactDecimal, b: ExactDecimal, tolerance: NumericTolerance): ExactDecimal {
  if (tolerance.kind === 'absolute') return amountOf(tolerance.amount);
  const base = largerDecimal(absoluteDecimal(a), absoluteDecimal(b));
  return multiplyDecimals(amountOf(tolerance.ratio), base);
}

function amountOf(text: string): ExactDecimal {
  const amount = parseDecimal(text);
  if (amount === null) throw new TypeError(`A tolerance is a decimal number, not ${text}.`);
  return amount;
}
