import type { Filter } from '../../domain/comparison/filter.ts';
import { isOrdered } from '../../domain/comparison/logical-type-traits.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import type { Measure, Measurement } from '../../engine/plan/plan.ts';
import { ownColumn } from '../../engine/pushdown/own-column.ts';
import type { DescribedField, FieldProfile } from '../connector.ts';

/** How a field's distinct values become known. */
export type DistinctCounts =
  | { readonly by: 'counting' }
  | { readonly by: 'statistics'; readonly estimates: ReadonlyMap<string, number> };

/**
 * Above this many rows distinct values are not counted: the server sorts the table once for each column. A million rows
 * of eight columns take PostgreSQL about six seconds.
 */
export const countedDistinctRows = 1_000_000;

/**
 * Fields that one query looks at: four measures of each stay below PostgreSQL's 1,664 columns of a result. Nearly every
 * table has fewer.
 */
const fieldsPerQuery = 300;

export interface ProfileQuery {
  readonly measurement: Measurement;
  /** Reads what was measured. */
  profiles(results: readonly MeasureResult[]): {
    readonly rows: number;
    readonly fields: readonly FieldProfile[];
  };
}

export function profileQueries(
  fields: readonly DescribedField[],
  filter: Filter | null,
  distinct: DistinctCounts,
): readonly ProfileQuery[] {
  const batches: (readonly DescribedField[])[] = [];
  for (let start = 0; start === 0 || start < fields.length; start += fieldsPerQuery) {
    batches.push(fields.slice(start, start + fieldsPerQuery));
  }
  return batches.map((batch) => profileQuery(batch, filter, distinct));
}

function profileQuery(
  fields: readonly DescribedField[],
  filter: Filter | null,
  distinct: DistinctCounts,
): ProfileQuery {
  const columns = fields.map((field) => ownColumn('source', field));
  const measures: Measure[] = [{ kind: 'rows', column: null }];
  const ask = (kind: Measure['kind'], column: number) => measures.push({ kind, column }) - 1;
  const asked = fields.map(({ logicalType }, index) => {
    const compared = columns[index]?.comparisonType.kind !== 'presence';
    const ordered = compared && isOrdered(logicalType);
    return {
      count: ask('count', index),
      distinct: compared && distinct.by === 'counting' ? ask('distinct', index) : null,
      min: ordered ? ask('min', index) : null,
      max: ordered ? ask('max', index) : null,
    };
  });
  const scan = { side: 'source' as const, scope: [], filter, filterFields: {}, maps: [] };
  return {
    measurement: { scan, columns, measures },
    profiles: (results) => {
      const rows = countOf(results[0]) ?? 0;
      const at = (index: number | null) => (index === null ? undefined : results[index]);
      return {
        rows,
        fields: fields.map(({ name }, index) => {
          const places = asked[index];
          return {
            name,
            nulls: rows - (countOf(at(places?.count ?? null)) ?? 0),
            distinct: distinctOf(name, at(places?.distinct ?? null), distinct),
            min: textOf(at(places?.min ?? null)),
            max: textOf(at(places?.max ?? null)),
          };
        }),
      };
    },
  };
}

function countOf(result: MeasureResult | undefined): number | null {
  return result !== undefined && 'count' in result ? result.count : null;
}

function textOf(result: MeasureResult | undefined): string | null {
  return result?.kind === 'min' || result?.kind === 'max' ? result.text : null;
}

function distinctOf(
  name: string,
  counted: MeasureResult | undefined,
  distinct: DistinctCounts,
): FieldProfile['distinct'] {
  if (counted?.kind === 'distinct') return { count: counted.values, exact: true };
  const estimate = distinct.by === 'statistics' ? distinct.estimates.get(name) : undefined;
  return estimate === undefined ? null : { count: estimate, exact: false };
}
