import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { TestReport, TestStatus } from '../../../src/domain/comparison/pair-report.ts';
import type { Resolution } from '../../../src/domain/comparison/resolution.ts';
import type { DialectName } from '../../../src/engine/dialects/dialect.ts';
import { openDatabricksTraps } from './databricks-engine.ts';
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
  databricks: openDatabricksTraps,
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
  trino: [
    {
      trap: 2,
      cases: ['scales that no decimal of 38 digits holds together'],
      reason:
        'Decimals of Trino end at 38 digits: the capability wideNumbers refuses the tests before anything runs.',
    },
    {
      trap: 27,
      cases: [
        'infinite dates and timestamps',
        'an infinite date and an infinite timestamp',
        'infinite wall clocks and instants',
      ],
      reason: 'Trino has no infinite dates and times.',
    },
    {
      trap: 28,
      cases: [
        'INT96 and a modern timestamp',
        'INT96 of days before the Gregorian calendar and far ahead',
        'dates that Spark counted by the Julian calendar',
        'the same days by a writer that counts as everyone does',
        'timestamps that an old Spark counted by the Julian calendar',
        'INT96 that an old Spark counted by the Julian calendar',
        'old timestamps of a zone that the file does not name fail instead of guessing',
        'INT96 and INT96 keep what can be told apart',
      ],
      reason: 'INT96 and the footers of Parquet files are read by catalogs of Trino before a table is one.',
    },
    {
      trap: 38,
      cases: ['a byte order mark before JSON makes it no JSON'],
      reason: 'Trino reads the numbers of JSON into doubles: the capability json refuses the tests.',
    },
    {
      trap: 42,
      cases: ['JSON null is a value, NULL is none'],
      reason: 'Trino reads the numbers of JSON into doubles: the capability json refuses the tests.',
    },
    {
      trap: 55,
      cases: ['every name as a value, one of them differing'],
      reason: 'Trino folds the case of names, so that no table has two that differ only in case.',
    },
    {
      trap: 58,
      cases: ['JSON documents'],
      reason: 'Trino reads the numbers of JSON into doubles: the capability json refuses the tests.',
    },
  ],
  databricks: [
    {
      trap: 2,
      cases: ['scales that no decimal of 38 digits holds together'],
      reason:
        'Decimals of Databricks end at 38 digits: the capability wideNumbers refuses the tests before anything runs.',
    },
    { trap: 17, cases: ['UUIDs'], reason: 'Databricks has no type for UUIDs.' },
    { trap: 20, cases: ['text beside a UUID'], reason: 'Databricks has no type for UUIDs.' },
    {
      trap: 21,
      cases: ['nine and three', 'nine and six', 'as keys', 'nine and nine lose nothing'],
      reason: 'Timestamps of Databricks have six fractional digits, so that none has nine.',
    },
    {
      trap: 27,
      cases: [
        'infinite dates and timestamps',
        'an infinite date and an infinite timestamp',
        'infinite wall clocks and instants',
      ],
      reason: 'Databricks has no infinite dates and times.',
    },
    {
      trap: 27,
      cases: ['nanoseconds beyond the years that 64 bits of them hold'],
      reason: 'Timestamps of Databricks have six fractional digits, so that none has nine.',
    },
    {
      trap: 28,
      cases: [
        'INT96 and a modern timestamp',
        'INT96 of days before the Gregorian calendar and far ahead',
        'dates that Spark counted by the Julian calendar',
        'the same days by a writer that counts as everyone does',
        'timestamps that an old Spark counted by the Julian calendar',
        'INT96 that an old Spark counted by the Julian calendar',
        'old timestamps of a zone that the file does not name fail instead of guessing',
        'INT96 and INT96 keep what can be told apart',
      ],
      reason: 'INT96 and the footers of Parquet files are read by Databricks before a table is one.',
    },
    {
      trap: 36,
      cases: ['as values, normalised'],
      reason:
        'Databricks has no function that normalises Unicode: the capability normalizeUnicode refuses the tests.',
    },
    {
      trap: 38,
      cases: ['a byte order mark before JSON makes it no JSON'],
      reason: 'Databricks reads some numbers of JSON into doubles: the capability json refuses the tests.',
    },
    {
      trap: 39,
      cases: ['UUID and text', 'UUID and text as keys'],
      reason: 'Databricks has no type for UUIDs.',
    },
    {
      trap: 42,
      cases: ['JSON null is a value, NULL is none'],
      reason: 'Databricks reads some numbers of JSON into doubles: the capability json refuses the tests.',
    },
    {
      trap: 55,
      cases: ['every name as a value, one of them differing'],
      reason: 'Databricks folds the case of names, so that no table has two that differ only in case.',
    },
    {
      trap: 58,
      cases: ['JSON documents'],
      reason: 'Databricks reads some numbers of JSON into doubles: the capability json refuses the tests.',
    },
  ],
};
