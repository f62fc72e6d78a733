import type {
  DatasetSnapshot,
  DescribedField,
  StagedColumn,
  StageRequest,
  TakeFingerprints,
} from '../../connectors/connector.ts';
import { AppError } from '../../domain/app-error.ts';
import { duckDbDialect } from '../../engine/dialects/duckdb/duckdb-dialect.ts';
import { fingerprintRelation, relationBuckets } from '../../engine/fingerprint/fingerprint-relation.ts';
import type { FingerprintedRows } from '../../engine/fingerprint/row-fingerprint.ts';
import type { Unsupported } from '../../engine/pushdown/pushdown-dialect.ts';
import type { Cell, Relation, SqlSession } from '../../engine/sql-session.ts';

/** One side of a comparison whose sides are in two systems: it hashes its rows, and gives out some of them. */
export interface AcrossSide {
  /** Whether its rows are read by the engine that compares, so that none of them travels. */
  readonly isLocal: boolean;
  /** See `DatasetSnapshot`. */
  fingerprint(rows: FingerprintedRows, findsRepeats: boolean): TakeFingerprints;
  /** The rows of some buckets, or all, for the engine that compares. */
  fetch(rows: FingerprintedRows, wanted: WantedRows): Promise<FetchedRows>;
}

export interface WantedRows {
  /** Null for all. */
  readonly buckets: readonly string[] | null;
  /** Told how many have come. */
  readonly onRows: (rows: number) => void;
}

/** Disposing of them deletes the copy. */
export interface FetchedRows extends AsyncDisposable {
  readonly relation: Relation;
  /** Null where the rows are named and typed as the plan has them. */
  readonly columns: readonly StagedColumn[] | null;
  /** How many rows came over from another system. */
  readonly moved: number;
}

/** A dataset that the comparing engine reads where it is. */
export function localSide(
  session: SqlSession,
  relation: Relation,
  signal: AbortSignal | undefined,
): AcrossSide {
  let count = 0;
  return {
    isLocal: true,
    fingerprint(rows, findsRepeats) {
      const statement = supported(fingerprintRelation(duckDbDialect, relation, rows, findsRepeats));
      return async () => {
        const buckets = await session.query(statement, { signal });
        return buckets.map(({ bucket, row_count, first_sum, second_sum, doubtful }) =>
          [bucket, row_count, first_sum, second_sum, doubtful].map(textOf),
        );
      };
    },
    async fetch(rows, { buckets }) {
      if (buckets === null) return { relation, columns: null, moved: 0, async [Symbol.asyncDispose]() {} };
      const { sql } = supported(relationBuckets(duckDbDialect, { ...rows, buckets }));
      // Kept, because they are looked at more than once, and each time every key of the side would be hashed.
      const name = `plumbline_within_${rows.side}_${count++}`;
      const query = `SELECT r.* FROM ${relation.from} AS r WHERE ${sql}`;
      await session.query(duckDbDialect.createTable(name, query), { signal });
      return {
        relation: { from: duckDbDialect.identifier(name) },
        columns: null,
        moved: 0,
        async [Symbol.asyncDispose]() {
          await session.query(duckDbDialect.dropTable(name));
        },
      };
    },
  };
}

/** Works with some fields of a dataset as it is at one moment. */
export type InSnapshot = <T>(
  only: readonly string[],
  signal: AbortSignal | undefined,
  work: (snapshot: DatasetSnapshot, fields: readonly DescribedField[]) => Promise<T>,
) => Promise<T>;

/** How rows of a table come to the engine. */
export type Fetching = Pick<StageRequest, 'fields' | 'only' | 'session' | 'stagingDirectory'>;

/** A table in another system. */
export function tableSide(snapshot: DatasetSnapshot, request: Fetching): AcrossSide {
  return {
    isLocal: false,
    fingerprint: (rows, findsRepeats) => snapshot.fingerprint(rows, findsRepeats),
    async fetch(rows, { buckets, onRows }) {
      const { filter } = rows.comparison.scans[rows.side];
      const within = buckets === null ? undefined : { ...rows, buckets };
      const staged = await snapshot.stage(
        { ...request, filter, within },
        { onProgress: (progress) => onRows(progress.rows) },
      );
      const unread = staged.columns.find(({ readAs }) => readAs !== null);
      if (unread === undefined) return { ...staged, moved: staged.rows };
      await staged[Symbol.asyncDispose]();
      throw unsupported(`${unread.name} holds values that its type cannot represent.`);
    },
  };
}

function supported<T extends object>(answer: T | Unsupported): T {
  if ('unsupported' in answer) throw unsupported(answer.unsupported);
  return answer;
}

function unsupported(detail: string): AppError {
  return new AppError('comparison_unsupported', { detail });
}

function textOf(cell: Cell | undefined): string | null {
  return cell == null ? null : String(cell);
}
