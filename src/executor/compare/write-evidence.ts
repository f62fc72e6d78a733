import { rm, writeFile } from 'node:fs/promises';
import type { EvidenceRow } from '../../domain/comparison/pair-report.ts';
import { duckDbDialect } from '../../engine/dialects/duckdb/duckdb-dialect.ts';
import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import { writeParquet } from '../../engine/dialects/duckdb/write-parquet.ts';
import type { Row } from '../../engine/sql-session.ts';
import type { WrittenEvidence } from '../../engine/verdict/findings.ts';
import { type ComparisonContext, countIn, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';
import { tableNames } from './table-names.ts';

/**
 * Writes what queries find into one Parquet file beside the data, and says how much of what it holds; null where there
 * is nothing to look for.
 */
export async function writeEvidence(
  context: ComparisonContext,
  queries: readonly string[],
  file: string,
  span: ProgressSpan,
): Promise<WrittenEvidence | null> {
  if (context.dialect.writeParquet !== null) {
    return writeFrom(context, context.dialect.writeParquet, queries, file, span);
  }
  const rows: Row[] = [];
  for (const sql of queries) rows.push(...(await runStatement(context, { sql }, span)));
  return writeFetched(context, rows, file, span);
}

/** Writes evidence that was found by an engine elsewhere, capped as all evidence is; null where there is none. */
export async function writeFetched(
  context: ComparisonContext,
  rows: readonly (Row | EvidenceRow)[],
  file: string,
  span: ProgressSpan,
): Promise<WrittenEvidence | null> {
  if (rows.length === 0) return null;
  const fetched = `${file}.jsonl`;
  try {
    await writeFile(
      fetched,
      rows.map((row) => `${JSON.stringify(row)}\n`),
      { mode: 0o600 },
    );
    const local = { ...context, dialect: duckDbDialect, session: context.evidenceSession };
    return await writeFrom(local, writeParquet, [fetchedRows(fetched)], file, span);
  } finally {
    await rm(fetched, { force: true });
  }
}

async function writeFrom(
  context: ComparisonContext,
  write: (query: string, file: string) => string,
  queries: readonly string[],
  file: string,
  span: ProgressSpan,
): Promise<WrittenEvidence | null> {
  const { dialect } = context;
  const [first, ...others] = queries;
  if (first === undefined) return null;
  const table = tableNames.evidence;
  await runStatement(context, dialect.createTable(table, first), span);
  for (const query of others) await runStatement(context, dialect.insertInto(table, query), span);
  const rows = dialect.identifier(table);
  await runStatement(context, { sql: write(`SELECT * FROM ${rows}`, file) }, span);
  const sql = `SELECT test_id, kind, count(*) AS row_count FROM ${rows} GROUP BY test_id, kind`;
  const written = await runStatement(context, { sql }, span);
  await runStatement(context, dialect.dropTable(table), span);
  const rowsOfTest: Record<string, number> = {};
  const unmatched = { source: 0, target: 0 };
  for (const row of written) {
    const count = countIn(row, 'row_count');
    if (typeof row.test_id === 'string') rowsOfTest[row.test_id] = (rowsOfTest[row.test_id] ?? 0) + count;
    else unmatched[row.kind === 'onlyInSource' ? 'source' : 'target'] += count;
  }
  return { file, rowsOfTest, unmatched };
}

/** The columns of `EvidenceRow`, as they come from an engine elsewhere. */
const evidenceColumns = {
  test_id: 'VARCHAR',
  kind: 'VARCHAR',
  key: 'VARCHAR[]',
  source: 'VARCHAR[]',
  target: 'VARCHAR[]',
  differing: 'VARCHAR[]',
  source_rows: 'BIGINT',
  target_rows: 'BIGINT',
} as const;

/** A query that reads them. */
function fetchedRows(file: string): string {
  const columns = Object.entries(evidenceColumns).map(([name, type]) => `${name}: ${textLiteral(type)}`);
  return `SELECT * FROM read_json(${textLiteral(file)}, format = 'newline_delimited', columns = {${columns.join(', ')}})`;
}
