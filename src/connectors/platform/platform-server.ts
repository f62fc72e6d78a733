import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import type { Dialect } from '../../engine/dialects/dialect.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import type {
  BrowsePage,
  BrowseRequest,
  ConnectionReport,
  DatasetSchema,
  DescribedField,
} from '../connector.ts';
import type { SessionOptions } from '../database/database-connector.ts';
import type { Cells, SentRecords } from '../database/database-session.ts';
import type { TableName } from '../outbound/database-address.ts';

/** A table or view as it is at this moment: its relation names this version of it, where there are versions. */
export interface PlatformTable {
  readonly relation: Relation;
  readonly schema: Omit<DatasetSchema, 'rowEstimate'>;
}

/** What the statistics of a platform say of a table; nothing, where it keeps none. */
export interface TableEstimates {
  readonly rows: number | null;
  readonly distinct: ReadonlyMap<string, number>;
}

export interface PlatformSession extends Disposable {
  query(sql: string): Promise<readonly Cells[]>;
  /** The texts of a query of so many columns, row by row, as records. */
  send(texts: readonly string[], from: string): SentRecords;
}

/**
 * Statements of one comparison that a platform is given at a time: both of its sides, and the proof of its keys. It has
 * room for some, and lets the others wait by its own rules.
 */
export const statementsAtOnce = 3;

/** What a connector of a platform has to know of it; all else is the same for every one. */
export interface PlatformServer<S extends PlatformSession> {
  /** What people call it. */
  readonly product: string;
  readonly dialect: Dialect;
  openSession(options: SessionOptions): Promise<S>;
  reportConnection(session: S): Promise<ConnectionReport>;
  browse(session: S, request: BrowseRequest): Promise<BrowsePage>;
  openTable(session: S, table: TableName): Promise<PlatformTable>;
  estimate(session: S, table: PlatformTable): Promise<TableEstimates>;
  /** The session as the engine of a comparison; refused where its answers would not be what the dialect expects. */
  openEngine(session: S): Promise<SqlSession>;
  /** The same, of a session that was asked before. */
  engine(session: S): SqlSession;
  /** A statement as it is sent, with all that it needs. */
  complete(sql: string): string;
  /** A value as the text by which it is copied. */
  wireOf(type: LogicalType, nativeType: string, x: string): string;
  /** Refuses columns of which a copy would lose something. */
  refuseCopied(fields: readonly DescribedField[], table: TableName): void;
}
