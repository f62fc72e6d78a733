import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import type { PlatformTable } from '../../src/connectors/platform/platform-server.ts';
import { type BySide, eachSide } from '../../src/domain/comparison/by-side.ts';
import type { TestReport } from '../../src/domain/comparison/pair-report.ts';
import type { SqlSession } from '../../src/engine/sql-session.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import { specifyTables } from './specify-tables.ts';

export interface TablesToCompare {
  readonly tables: BySide<PlatformTable>;
  readonly keys: readonly string[];
  /** The platform that holds both. */
  readonly engine: SqlSession;
  /** What writes the evidence, below its folder. */
  readonly evidence: { readonly session: SqlSession; readonly folder: string };
  /** For each test. */
  readonly evidenceRows?: number;
}

/** Compares two tables where they are by every column. A test that could not be decided is thrown. */
export async function compareTables(asked: TablesToCompare): Promise<readonly TestReport[]> {
  const { tables, keys, engine, evidence, evidenceRows = 1_000 } = asked;
  const specification = specifyTables(tables, keys);
  const { tests } = await comparePair({
    specification: {
      ...specification,
      tests: specification.tests.map((test) => ({ ...test, evidenceRows })),
    },
    relations: eachSide(tables, ({ relation }) => relation),
    session: engine,
    evidenceSession: evidence.session,
    evidenceDirectory: await mkdtemp(join(evidence.folder, 'evidence-')),
  });
  const failed = tests.find(({ error }) => error !== null);
  if (failed !== undefined) throw new Error(`${failed.testId}: ${failed.error?.detail}`);
  return tests;
}

/** A DuckDB beside a platform, which writes evidence into a folder. */
export function openEvidenceSession(folder: string): Promise<DuckDbSession> {
  return DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 28,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 30,
    threads: 1,
  });
}
