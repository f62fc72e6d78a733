import type { DatabaseAddress } from '../../connectors/outbound/database-address.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { InSnapshot } from '../across/across-side.ts';
import type { Measurable } from '../tables/measure-sides.ts';
import type { TableOnPlatform } from '../tables/with-platform.ts';
import type { OpenDataset } from './open-dataset.ts';

/** A dataset whose columns are known, before it is known what of it is needed. */
export interface DatasetSource extends Measurable {
  /** The dataset as far as it is known without its rows. */
  readonly unread: OpenDataset;
  /** Works with the dataset where it is; null for what the engine reads itself. */
  readonly inSnapshot: InSnapshot | null;
  /** Where the system that holds it compares too; null where it does not. */
  readonly onPlatform: (TableOnPlatform & { readonly address: DatabaseAddress }) | null;
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
