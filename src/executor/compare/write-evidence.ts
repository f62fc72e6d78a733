import type { WrittenEvidence } from '../../engine/verdict/findings.ts';
import { type ComparisonContext, countIn, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';

/** Writes what a query finds into a Parquet file beside the data, and says how much of what it holds. */
export async function writeEvidence(
  context: ComparisonContext,
  query: string,
  file: string,
  span: ProgressSpan,
): Promise<WrittenEvidence> {
  const { dialect } = context;
  await runStatement(context, { sql: dialect.writeParquet(query, file) }, span);
  const written = await runStatement(
    context,
    {
      sql: `SELECT test_id, kind, count(*) AS row_count FROM read_parquet(${dialect.textLiteral(file)}) GROUP BY test_id, kind`,
    },
    span,
  );
  const rowsOfTest: Record<string, number> = {};
  const unmatched = { source: 0, target: 0 };
  for (const row of written) {
    const rows = countIn(row, 'row_count');
    if (typeof row.test_id === 'string') rowsOfTest[row.test_id] = (rowsOfTest[row.test_id] ?? 0) + rows;
    else unmatched[row.kind === 'onlyInSource' ? 'source' : 'target'] += rows;
  }
  return { file, rowsOfTest, unmatched };
}
