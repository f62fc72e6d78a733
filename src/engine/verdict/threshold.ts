import { compareDecimals, multiplyDecimals, parseDecimal } from '../../domain/comparison/exact-decimal.ts';
import type { Threshold } from '../../domain/comparison/threshold.ts';

/** Whether so many differences among so many rows or values are excused; none needs no excuse. */
export function isExcused({ maxRows, maxRatio }: Threshold, differing: number, among: number): boolean {
  if (differing === 0) return true;
  if (maxRows === null && maxRatio === null) return false;
  const withinRows = maxRows === null || BigInt(differing) <= BigInt(maxRows);
  return withinRows && (maxRatio === null || isWithinRatio(maxRatio, differing, among));
}

/** In exact numbers: 3 of 10 is within 0.3, whatever 3 / 10 is as a double. */
function isWithinRatio(ratio: string, differing: number, among: number): boolean {
  const limit = parseDecimal(ratio);
  if (limit === null) throw new TypeError('A ratio is a decimal number.');
  const whole = (count: number) => ({ unscaled: BigInt(count), scale: 0 });
  return compareDecimals(whole(differing), multiplyDecimals(limit, whole(among))) <= 0;
}
