import type { Item } from '../api/queries.ts';
import type { CountValue } from './counts.ts';

type Rows = Item<'list_runs'>['rows'];

/** Rows that are not as they should be: those that differ, and those that one side lacks. */
export function wrongRows({ mismatched, missing }: Pick<Rows, 'mismatched' | 'missing'>): bigint {
  return BigInt(mismatched) + BigInt(missing);
}

/**
 * Heights of bars, in percent of the highest. By the logarithm: from one Run to the next it is three rows or three
 * million, and the three must still be seen beside them. None at all has no bar.
 */
export function barHeights(values: readonly CountValue[]): readonly number[] {
  const sizes = values.map((value) => Math.log10(Number(value) + 1));
  const highest = Math.max(...sizes, 1);
  return sizes.map((size) => Math.round((size / highest) * 100));
}
