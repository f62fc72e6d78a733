import type { StagedColumn } from '../../connectors/connector.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import type { InSnapshot } from '../across/across-side.ts';
import type { Measurable } from '../tables/measure-sides.ts';

/** A dataset as a comparison uses it, whatever system holds it. */
export interface ComparableDataset extends Measurable {
  /** The files that the engine opens itself; none for what is copied first. Comes before everything else. */
  locate(): Promise<readonly string[]>;
  /** Works with the dataset where it is; null for what the engine reads itself. */
  readonly inSnapshot: InSnapshot | null;
  /** Makes the rows readable for the engine. Refuses fields that are no longer as they were prepared. */
  open(request: OpenRequest): Promise<OpenRows>;
}

/** What a comparison needs of a dataset, and no more. */
export interface OpenRequest {
  /** Names of fields. */
  readonly only: readonly string[];
  /** Rows that do not pass may be left out where that costs nothing; those that do are there. */
  readonly filter: Filter | null;
  readonly session: SqlSession;
  readonly stagingDirectory: string;
  readonly signal: AbortSignal;
  /** Told how many rows were copied, and of how many if that is known. */
  readonly onRows: (rows: number, estimate: number | null) => void;
}

/** Rows that the engine can read. Disposing of them deletes what was copied. */
export interface OpenRows extends AsyncDisposable {
  readonly relation: Relation;
  readonly columns: readonly StagedColumn[];
  /** Whether exactly the rows that pass the filter are there. */
  readonly isFiltered: boolean;
  /** What made the engine fail on the data; null where that cannot be told. */
  findDefect(signal: AbortSignal): Promise<AppError | null>;
  /** Refuses what was found out if the data is not the same any more. */
  assertUnchanged(): Promise<void>;
}

/** Opens nothing yet. */
export type OpenComparable = (dataset: ComparedDataset) => ComparableDataset;
