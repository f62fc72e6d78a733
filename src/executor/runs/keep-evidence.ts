import { join, relative } from 'node:path';
import type { EvidenceReport, PairReport, TestReport } from '../../domain/comparison/pair-report.ts';
import type { PairSpecification } from '../../domain/comparison/pair-specification.ts';
import type { RunCompareTask } from '../../domain/execution/protocol.ts';
import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import { writeParquet } from '../../engine/dialects/duckdb/write-parquet.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import { manifestOf, writeManifest } from '../evidence/evidence-manifest.ts';
import type { EvidenceWriting } from '../evidence/evidence-store.ts';

/** The reports as they may leave the data plane, and whether there is anything in the store. */
export interface KeptEvidence {
  readonly tests: readonly TestReport[];
  readonly isAny: boolean;
}

const valuesFile = 'values.parquet';

/**
 * Keeps what was written while comparing, and adds what MIN and MAX came to, which are values of rows: they are taken
 * out of the reports here, and nowhere else.
 */
export async function keepEvidence(
  report: PairReport,
  { specification, evidenceFolder }: RunCompareTask,
  compared: PairSpecification,
  writing: EvidenceWriting,
  session: SqlSession,
): Promise<KeptEvidence> {
  const wanted = new Set(specification.tests.filter((test) => test.evidenceRows > 0).map(({ id }) => id));
  const extremes = report.tests.filter(
    ({ testId, valueIsFromRow, status }) => valueIsFromRow && status !== 'error' && wanted.has(testId),
  );
  if (extremes.length > 0) await writeValues(extremes, join(writing.path, valuesFile), session);
  const tests = report.tests.map((test): TestReport => {
    if (extremes.includes(test)) {
      const file = `${evidenceFolder}/${valuesFile}`;
      return withoutValues({ ...test, evidence: { state: 'written', file, rows: 1, capped: false } });
    }
    if (test.valueIsFromRow) return withoutValues({ ...test, evidence: noEvidence(wanted.has(test.testId)) });
    const { file } = test.evidence;
    const inStore = file === null ? null : `${evidenceFolder}/${relative(writing.path, file)}`;
    return { ...test, evidence: { ...test.evidence, file: inStore } };
  });
  const isAny = tests.some(({ evidence }) => evidence.state === 'written');
  if (isAny) {
    await writeManifest(writing.path, manifestOf(specification, compared, report.comparisons));
    await writing.keep();
  }
  return { tests, isAny };
}

function withoutValues(test: TestReport): TestReport {
  const { source, target } = test;
  return { ...test, source: { ...source, value: null }, target: { ...target, value: null } };
}

function noEvidence(wasRequested: boolean): EvidenceReport {
  return { state: wasRequested ? 'none' : 'notRequested', file: null, rows: 0, capped: false };
}

/** One row for each test, in the columns of `EvidenceRow`. */
async function writeValues(tests: readonly TestReport[], file: string, session: SqlSession): Promise<void> {
  const listOf = (value: string | null) =>
    `CAST([${value === null ? 'NULL' : textLiteral(value)}] AS VARCHAR[])`;
  const rows = tests.map(
    ({ testId, source, target }) =>
      `SELECT ${textLiteral(testId)} AS test_id, 'value' AS kind, CAST([] AS VARCHAR[]) AS key, ` +
      `${listOf(source.value)} AS source, ${listOf(target.value)} AS target, ` +
      `${listOf(String(source.value !== target.value))} AS differing, ` +
      'CAST(1 AS BIGINT) AS source_rows, CAST(1 AS BIGINT) AS target_rows',
  );
  const sql = writeParquet(rows.join(' UNION ALL '), file);
  await session.query({ sql });
}
