import type { Side } from '../../domain/comparison/resolution.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import { identifier } from '../../engine/dialects/duckdb/lexical.ts';
import type { Measure, Measurement } from '../../engine/plan/plan.ts';
import { ownColumn } from '../../engine/pushdown/own-column.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { SideMeasurer } from '../tables/measure-sides.ts';
import type { ObservedColumn, ObservedDataset } from './open-dataset.ts';
import type { SideFilter } from './request-filters.ts';

/** What a side can tell of its columns to whoever looks for a key. Null where only its rows can. */
export interface KeySide {
  readonly isLocal: boolean;
  count(columns: readonly ObservedColumn[]): Promise<ValueCounts | null>;
  /** Exactly as many distinct values, of all columns together, as rows, and none of them NULL. */
  isUnique(columns: readonly ObservedColumn[]): Promise<boolean | null>;
}

export interface ValueCounts {
  readonly rows: number;
  readonly columns: readonly ColumnCounts[];
}

export interface ColumnCounts {
  /** That are not NULL. */
  readonly values: number;
  readonly distinct: number;
}

/** A dataset that the engine reads: one scan estimates all columns. */
export function localKeySide(
  session: SqlSession,
  { relation, rows }: ObservedDataset,
  signal: AbortSignal | undefined,
): KeySide {
  return {
    isLocal: true,
    async count(columns) {
      const counts = columns.flatMap(({ column }, index) => {
        const name = identifier(column);
        return [`count(${name}) AS v${index}`, `approx_count_distinct(${name}) AS d${index}`];
      });
      const sql = `SELECT ${['count(*) AS n', ...counts].join(', ')} FROM ${relation.from} AS t`;
      const [row] = await session.query({ sql }, { signal });
      return {
        rows: Number(row?.n),
        columns: columns.map((_column, index) => ({
          values: Number(row?.[`v${index}`]),
          distinct: Number(row?.[`d${index}`]),
        })),
      };
    },
    async isUnique(columns) {
      const names = columns.map(({ column }) => identifier(column));
      const sql =
        `SELECT count(*) AS n FROM (SELECT DISTINCT ${names.join(', ')} FROM ${relation.from} AS t ` +
        `WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')})`;
      const [row] = await session.query({ sql }, { signal });
      return Number(row?.n) === rows;
    },
  };
}

/** A table that is counted by its own system, exactly. It has no answer for columns taken together. */
export function tableKeySide(measurer: SideMeasurer, side: Side, { filter, fields }: SideFilter): KeySide {
  const count = async (columns: readonly ObservedColumn[]): Promise<ValueCounts | null> => {
    const measurement: Measurement = {
      scan: { side, scope: [], filter, filterFields: fields, maps: [] },
      columns: columns.map((column) => ownColumn(side, column)),
      measures: [
        { kind: 'rows', column: null },
        ...columns.flatMap((_column, index): readonly Measure[] => [
          { kind: 'count', column: index },
          { kind: 'distinct', column: index },
        ]),
      ],
    };
    if (!(await measurer.takeAll([measurement]))) return null;
    const [rows = 0, ...counts] = measurer.results(measurement).map(numberOf);
    return {
      rows,
      columns: columns.map((_column, index) => ({
        values: counts[2 * index] ?? 0,
        distinct: counts[2 * index + 1] ?? 0,
      })),
    };
  };
  return {
    isLocal: false,
    count,
    async isUnique(columns) {
      if (columns.length !== 1) return null;
      const counted = await count(columns);
      return counted === null ? null : counted.columns.every(({ distinct }) => distinct === counted.rows);
    },
  };
}

function numberOf(result: MeasureResult): number {
  if ('count' in result) return result.count;
  if (result.kind === 'distinct') return result.values;
  throw new TypeError(`Nobody asked for ${result.kind}.`);
}
