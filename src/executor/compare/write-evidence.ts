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
  const { dialect } = context;
  const [first, ...others] = queries;
  if (first === undefined) return null;
  const table = tableNames.evidence;
  await runStatement(context, { sql: dialect.createTable(table, first) }, span);
  for (const query of others) await runStatement(context, { sql: dialect.insertInto(table, query) }, span);
  const rows = dialect.identifier(table);
  await runStatement(context, { sql: dialect.writeParquet(`SELECT * FROM ${rows}`, file) }, span);
  const sql = `SELECT test_id, kind, count(*) AS row_count FROM ${rows} GROUP BY test_id, kind`;
  const written = await runStatement(context, { sql }, span);
  await runStatement(context, { sql: dialect.dropTable(table) }, span);
  const rowsOfTest: Record<string, number> = {};
  const unmatched = { source: 0, target: 0 };
  for (const row of written) {
    const count = countIn(row, 'row_count');
    if (typeof row.test_id === 'string') rowsOfTest[row.test_id] = (rowsOfTest[row.test_id] ?? 0) + count;
    else unmatched[row.kind === 'onlyInSource' ? 'source' : 'target'] += count;
  }
  return { file, rowsOfTest, unmatched };
}
