import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { TestReport, TestStatus } from '../../../src/domain/comparison/pair-report.ts';
import type { Resolution } from '../../../src/domain/comparison/resolution.ts';
import type { DialectName } from '../../../src/engine/dialects/dialect.ts';
import { openDuckDb } from './duckdb-engine.ts';
import type { Check, TrapCase } from './trap.ts';
import { openTrinoTraps } from './trino-engine.ts';

/** An engine that the corpus runs on: it loads the tables of a case, prepares them and compares them for real. */
export interface TrapEngine extends AsyncDisposable {
  /** The ways in which it can load a case, the plainest first: file formats, or one kind of table. */
  variantsOf(trapCase: TrapCase): readonly string[];
  run(trapCase: TrapCase, variant: string): Promise<RanCase>;
}

export interface RanCase {
  /** Of the pair as a whole. */
  readonly status: TestStatus;
  readonly checks: readonly RanCheck[];
  /** The columns that no column of the other side is paired with. */
  readonly loneColumns: BySide<readonly string[]>;
  /** Every statement that ran, for whoever has to find out why a case failed. */
  readonly statements: readonly string[];
}

export interface RanCheck {
  readonly check: Check;
  readonly resolutions: readonly Resolution[];
  /** Null where the fields did not resolve, so that nothing ran. */
  readonly report: TestReport | null;
}

/** One for every dialect: a new one does not compile until it faces the corpus. */
export const trapEngines: Record<DialectName, () => Promise<TrapEngine>> = {
  duckdb: openDuckDb,
  trino: openTrinoTraps,
};

/** A case that an engine cannot be given, because it has no such thing. */
export interface Declaration {
  readonly trap: number;
  readonly cases: readonly string[];
  readonly reason: string;
}

/** Whatever an engine does not run stands here; nothing is skipped in silence. */
export const declared: Record<DialectName, readonly Declaration[]> = {
  duckdb: [
    {
      trap: 29,
      cases: ['CHAR and VARCHAR'],
      reason: 'DuckDB has no padded CHAR (it reads CHAR(n) as VARCHAR), and no file format holds one.',
    },
  ],
  trino: [],
};
