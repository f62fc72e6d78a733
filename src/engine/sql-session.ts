import type { EngineDescription } from '../domain/comparison/pair-report.ts';
import type { DialectName } from './dialects/dialect.ts';

/** What an engine gives back for a cell: text for every number, so that none loses a digit on the way. */
export type Cell = string | boolean | null | readonly Cell[];
export type Row = Readonly<Record<string, Cell>>;

export interface Statement {
  readonly sql: string;
  /**
   * On an engine without temporary tables: what becomes of the one with this name, instead of running the statement. The
   * session keeps its text as what the name stands for.
   */
  readonly table?: { readonly name: string; readonly change: TableChange };
}

/** `answer`: the statement runs once, and its few rows are what is kept. */
export type TableChange = 'define' | 'answer' | 'extend' | 'drop';

/** A connection to an engine that runs SQL, as a connector provides it. */
export interface SqlSession {
  readonly dialect: DialectName;
  /** How many statements may run at a time. */
  readonly statementsAtOnce: number;
  readonly engine: EngineDescription;
  /** Runs a statement and returns its rows. Rejects with an AppError; aborting interrupts the engine. */
  query(statement: Statement, options?: QueryOptions): Promise<readonly Row[]>;
}

export interface QueryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told from time to time which part of the statement is done, 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** A dataset as an engine reads it: text that may stand after FROM. Only a connector makes one, from escaped parts. */
export interface Relation {
  readonly from: string;
  /** That one column costs as much to read as all: what reads it more than once had better keep it. */
  readonly readWhole?: boolean | undefined;
}
