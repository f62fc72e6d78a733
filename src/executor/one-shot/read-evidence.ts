import type { PairReport } from '../../domain/comparison/pair-report.ts';
import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { Cell, Row, SqlSession } from '../../engine/sql-session.ts';
import type { UnmatchedExample, ValueExample } from './comparison-summary.ts';

/** The first rows of the evidence, as many of each kind and test as are to be shown. */
export interface Examples {
  readonly byTest: ReadonlyMap<string, readonly ValueExample[]>;
  readonly onlyInSource: readonly UnmatchedExample[];
  readonly onlyInTarget: readonly UnmatchedExample[];
}

/** Of the rows alone, or of every test. */
export function evidenceFiles(report: PairReport, of: 'rows' | 'everything'): readonly string[] {
  const rowTests = report.comparisons.flatMap(({ testIds }) => testIds);
  const tests = report.tests.filter(({ testId }) => of === 'everything' || rowTests.includes(testId));
  return [...new Set(tests.flatMap(({ evidence }) => evidence.file ?? []))];
}

export async function readExamples(
  session: SqlSession,
  report: PairReport,
  count: number,
  signal?: AbortSignal,
): Promise<Examples> {
  const files = evidenceFiles(report, 'rows');
  const rows = files.length === 0 || count === 0 ? [] : await firstRows(session, files, count, signal);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
  const byTest = Map.groupBy(ofKind('different'), (row) => String(row.test_id));
  return {
    byTest: new Map([...byTest].map(([test, found]) => [test, found.map(valueExample)])),
    onlyInSource: ofKind('onlyInSource').map((row) => unmatchedExample(row, row.source, row.source_rows)),
    onlyInTarget: ofKind('onlyInTarget').map((row) => unmatchedExample(row, row.target, row.target_rows)),
  };
}

async function firstRows(
  session: SqlSession,
  files: readonly string[],
  count: number,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const list = files.map(textLiteral).join(', ');
  const sql =
    'SELECT test_id, kind, key, source, target, source_rows, target_rows FROM (SELECT *, row_number() OVER (' +
    // Shorter first, so that 9 stands before 10 though keys are texts here.
    `PARTITION BY test_id, kind ORDER BY length(key[1]), key, source, target) AS place FROM read_parquet([${list}])) ` +
    `WHERE place <= ${count} ORDER BY test_id, kind, place`;
  return session.query({ sql }, { signal });
}

function valueExample(row: Row): ValueExample {
  return {
    key: texts(row.key),
    source: texts(row.source)[0] ?? null,
    target: texts(row.target)[0] ?? null,
  };
}

function unmatchedExample(row: Row, values: Cell | undefined, copies: Cell | undefined): UnmatchedExample {
  return { key: texts(row.key), values: texts(values), copies: Number(copies ?? 1) };
}

function texts(cell: Cell | undefined): readonly (string | null)[] {
  return Array.isArray(cell) ? cell.map((value) => (value === null ? null : String(value))) : [];
}
