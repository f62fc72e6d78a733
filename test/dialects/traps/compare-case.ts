import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { Relation, SqlSession } from '../../../src/engine/sql-session.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { pairColumns } from '../../../src/executor/one-shot/pair-columns.ts';
import { type RecordedSession, recordStatements } from '../../support/recorded-session.ts';
import type { RanCase } from './engines.ts';
import { type PreparedDataset, specifyCase } from './specify-case.ts';
import type { TrapCase } from './trap.ts';

/** A table of a case, where an engine has loaded and prepared it. */
export interface LoadedDataset extends PreparedDataset {
  readonly relation: Relation;
}

export interface CaseEngine {
  readonly session: SqlSession;
  /** Writes evidence for an engine that writes no files. */
  readonly evidenceSession?: SqlSession;
  /** Null: none is written. */
  readonly evidenceDirectory: string | null;
}

/** Loads both tables of a case, one after the other, and compares them for real. */
export async function compareCase(
  trapCase: TrapCase,
  { session, ...evidence }: CaseEngine,
  load: (table: TrapCase['source'], zone: string | undefined, by: RecordedSession) => Promise<LoadedDataset>,
): Promise<RanCase> {
  const recorded = recordStatements(session);
  const source = await load(trapCase.source, trapCase.zones?.source, recorded);
  const target = await load(trapCase.target, trapCase.zones?.target, recorded);
  const datasets: BySide<LoadedDataset> = { source, target };
  const paired = pairColumns({ source: source.columns, target: target.columns }, [], []);
  const { specification, checks } = specifyCase(trapCase, datasets);
  const { status, tests } = await comparePair({
    specification,
    relations: { source: source.relation, target: target.relation },
    session: recorded,
    ...evidence,
  });
  return {
    status,
    checks: checks.map(({ check, resolutions, testId }) => ({
      check,
      resolutions,
      report: tests.find((report) => report.testId === testId) ?? null,
    })),
    loneColumns: {
      source: paired.onlyInSource.map(({ name }) => name),
      target: paired.onlyInTarget.map(({ name }) => name),
    },
    statements: recorded.statements,
  };
}
