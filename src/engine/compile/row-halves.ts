import type { Dialect } from '../dialects/dialect.ts';
import type { ScannedColumn } from './scan-values.ts';

/** The two half hashes of a row, as expressions. */
export interface RowHalves {
  readonly a: string;
  readonly b: string;
}

/** Deals the columns out between the halves of a row; what a hash might confuse of one goes into the other as well. */
export function rowHalves(
  dialect: Dialect,
  columns: readonly Pick<ScannedColumn, 'hashInputs' | 'value'>[],
  more: readonly string[] = [],
): RowHalves {
  const counted = columns.flatMap(({ hashInputs, value }) => (hashInputs.confusesNull ? [value] : []));
  const nulls = counted.length === 0 ? [] : [dialect.countNulls(counted)];
  const [a, b]: [string[], string[]] = [[...nulls], [...more]];
  columns.forEach(({ hashInputs }, index) => {
    const [own, other] = index % 2 === 0 ? [a, b] : [b, a];
    own.push(...hashInputs.own);
    other.push(...hashInputs.other);
  });
  return { a: dialect.halfHash(a), b: dialect.halfHash(b) };
}
