import type { Filter } from '../../domain/comparison/filter.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import type { Measurement } from '../../engine/plan/plan.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { OpenDataset } from './open-dataset.ts';

/** A dataset whose columns are known, before it is known what of it is needed. */
export interface DatasetSource {
  /** The dataset as far as it is known without its rows. */
  readonly unread: OpenDataset;
  /** Takes measures where the data is; null where only the engine can take them exactly. */
  measure(measurement: Measurement): Promise<readonly MeasureResult[] | null>;
  /** Makes the rows readable for the engine. */
  read(request: ReadRequest): Promise<OpenDataset>;
}

/** What a comparison needs of a dataset. */
export interface ReadRequest {
  /** Names of columns. */
  readonly only: readonly string[];
  /** Rows that do not pass may be left out. */
  readonly filter: Filter | null;
  readonly session: SqlSession;
  /** An existing folder that the engine may read and write. */
  readonly stagingDirectory: string;
  /** Told how many rows were copied, and of about how many. */
  readonly onRows: (rows: number, estimate: number | null) => void;
}
