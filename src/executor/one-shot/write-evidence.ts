import { copyFile, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import type { ComparisonReport, PairReport } from '../../domain/comparison/pair-report.ts';
import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { SummaryEvidence } from './comparison-summary.ts';
import { evidenceFiles } from './read-evidence.ts';
import type { WorkFolder } from './work-folder.ts';

const formats: Readonly<Record<string, string>> = {
  '.parquet': 'FORMAT parquet',
  '.csv': 'FORMAT csv, HEADER true',
  '.json': 'FORMAT json, ARRAY true',
  '.ndjson': 'FORMAT json',
};

/** Names for people, in place of the ids of the specification. */
export interface EvidenceNames {
  readonly columnOfTest: ReadonlyMap<string, string>;
  readonly nameOfField: ReadonlyMap<string, string>;
}

/** Refuses a name that says no format and a folder that is not there before anything is compared. */
export async function checkEvidenceFile(file: string): Promise<void> {
  if (formats[extname(file).toLowerCase()] === undefined) {
    throw new AppError('validation_failed', {
      detail: `Evidence is written as ${Object.keys(formats).join(', ')}, by the name of the file; ${file} has none of these endings.`,
    });
  }
  const folder = await stat(dirname(file)).catch(() => null);
  if (!folder?.isDirectory()) {
    throw new AppError('validation_failed', {
      detail: `The folder of the evidence file ${file} does not exist. Create it, or name another.`,
    });
  }
}

/** Writes the evidence as a table: what differs, in which column, by which key, and either side's value. */
export async function writeEvidence(
  session: SqlSession,
  report: PairReport,
  names: EvidenceNames,
  file: string,
  folder: WorkFolder,
): Promise<SummaryEvidence> {
  const extension = extname(file).toLowerCase();
  const copy = join(folder.evidence, `evidence${extension}`);
  const files = evidenceFiles(report, 'everything');
  const sql = files.length === 0 ? nothingSql : evidenceSql(files, report, names);
  const [written] = await session.query({
    sql: `COPY (${sql}) TO ${textLiteral(copy)} (${formats[extension]})`,
  });
  await copyFile(copy, file);
  const capped = report.tests.some(({ evidence }) => evidence.capped);
  return { file, rows: Number(written?.Count ?? 0), capped };
}

const nothingSql =
  'SELECT * FROM (SELECT NULL::VARCHAR AS kind, NULL::VARCHAR AS "check", NULL::VARCHAR AS "column", ' +
  'NULL::VARCHAR AS source, NULL::VARCHAR AS target) WHERE false';

function evidenceSql(files: readonly string[], report: PairReport, names: EvidenceNames): string {
  const rows = report.comparisons[0] ?? null;
  const keys = (rows?.keys ?? []).map((field, index) => {
    const name = identifier(`key ${names.nameOfField.get(field) ?? field}`);
    return `key[${index + 1}] AS ${name}`;
  });
  const checks = new Map(report.tests.map(({ testId, functionCode }) => [testId, functionCode]));
  const select = [
    'kind',
    `${byTestSql(checks)} AS "check"`,
    `${byTestSql(names.columnOfTest)} AS "column"`,
    ...keys,
    `${valueSql('source', rows, names)} AS source`,
    `${valueSql('target', rows, names)} AS target`,
    'source_rows',
    'target_rows',
  ];
  return `SELECT ${select.join(', ')} FROM read_parquet([${files.map(textLiteral).join(', ')}])`;
}

function byTestSql(texts: ReadonlyMap<string, string>): string {
  if (texts.size === 0) return 'NULL::VARCHAR';
  const cases = [...texts].map(([test, text]) => `WHEN ${textLiteral(test)} THEN ${textLiteral(text)}`);
  return `CASE test_id ${cases.join(' ')} END`;
}

/** The value of a test; the whole row, as JSON, where a row is on one side only and so of no single test. */
function valueSql(side: 'source' | 'target', rows: ComparisonReport | null, names: EvidenceNames): string {
  const members = (rows?.evidenceFields ?? []).flatMap((field, index) => [
    textLiteral(names.nameOfField.get(field) ?? field),
    `${side}[${index + 1}]`,
  ]);
  const row = `CASE WHEN ${side} IS NULL THEN NULL ELSE CAST(json_object(${members.join(', ')}) AS VARCHAR) END`;
  return `CASE WHEN test_id IS NULL THEN ${row} ELSE ${side}[1] END`;
}
