import type { BySide } from '../../domain/comparison/by-side.ts';
import {
  emptyHashesTable,
  type HashBounds,
  hashBounds,
  type Inquiry,
  inquiriesInto,
  type Join,
  keptHashesQuery,
  matchedStatement,
} from '../../engine/compile/rows/matched-rows.ts';
import {
  repeatedCountsStatement,
  repeatedDifferenceStatement,
  repeatedKeysTable,
  repeatedRowsTable,
} from '../../engine/compile/rows/repeated-keys.ts';
import type { Row } from '../../engine/sql-session.ts';
import { type ComparisonContext, countIn, runForOne, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';
import type { TableNames } from './table-names.ts';

/** What joining candidate rows by their keys came to. */
export interface JoinCounts {
  readonly matched: number;
  readonly mismatched: number;
  /** By question. */
  readonly differing: readonly number[];
  /** By question, of the rows whose keys occur more than once. */
  readonly differingRepeated: readonly number[];
  readonly repeated: BySide<number>;
}

/** That hashes of keys are kept for the evidence, and of how many candidates on either side. */
export interface KeptHashes {
  readonly of: BySide<number>;
}

/** Rows whose keys occur once are joined; the few others are compared key by key as bags. */
export async function joinRows(
  context: ComparisonContext,
  join: Join,
  tables: TableNames,
  kept: KeptHashes | null,
  span: ProgressSpan,
): Promise<JoinCounts> {
  const [lone, rest] = span.split(4, 1);
  const ofLone = await joinLoneRows(context, join, tables, kept, lone);
  if (join.repeatedKeys === null) {
    const none = join.differences.all.map(() => 0);
    return { ...ofLone, differingRepeated: none, repeated: { source: 0, target: 0 } };
  }
  const ofRepeated = await compareRepeated(context, join, tables, rest);
  return {
    matched: ofLone.matched + ofRepeated.matched,
    mismatched: ofLone.mismatched + ofRepeated.mismatched,
    differing: ofLone.differing.map((count, index) => count + (ofRepeated.differing[index] ?? 0)),
    differingRepeated: ofRepeated.differing,
    repeated: ofRepeated.repeated,
  };
}

/** Makes the table of keys that occur more than once among the candidates; null where none does. */
export async function findRepeatedKeys(
  context: ComparisonContext,
  join: Join,
  tables: TableNames,
  span: ProgressSpan,
): Promise<string | null> {
  await runStatement(context, repeatedKeysTable(join, tables.repeatedKeys), span);
  const sql = `SELECT count(*) AS repeated FROM ${context.dialect.identifier(tables.repeatedKeys)}`;
  return countIn(await runForOne(context, { sql }, span), 'repeated') > 0 ? tables.repeatedKeys : null;
}

async function joinLoneRows(
  context: ComparisonContext,
  join: Join,
  tables: TableNames,
  kept: KeptHashes | null,
  span: ProgressSpan,
) {
  const { dialect } = context;
  if (kept !== null) await runStatement(context, emptyHashesTable(dialect, tables.hashes), span);
  const inquiries = inquiriesInto(join.differences);
  const spans = span.split(...inquiries.map(() => 1));
  let counts: Row = {};
  for (const [index, inquiry] of inquiries.entries()) {
    const part = spans[index] ?? span;
    const answer =
      kept === null
        ? await runForOne(context, matchedStatement(join, inquiry, null), part)
        : await keepAnswer(context, join, inquiry, kept, tables, part);
    counts = { ...counts, ...answer };
  }
  return {
    matched: countIn(counts, 'matched'),
    mismatched: countIn(counts, 'mismatched'),
    differing: join.differences.all.map((_, question) => countIn(counts, `d${question}`)),
  };
}

/** Where an engine could come to hold too many hashes, it counts them first. */
async function boundsFor(
  context: ComparisonContext,
  join: Join,
  inquiry: Inquiry,
  kept: KeptHashes,
  span: ProgressSpan,
): Promise<HashBounds> {
  const pairs = Math.min(kept.of.source, kept.of.target);
  if (pairs <= (context.dialect.mostSmallestOf ?? pairs)) return new Map();
  const counts = await runForOne(context, matchedStatement(join, inquiry, null), span);
  const differing = inquiry.questions.map((question) => [question, countIn(counts, `d${question}`)] as const);
  return hashBounds(join, new Map(differing));
}

/** The counts of an inquiry. Its hashes stay in the engine: there can be a thousand for every question. */
async function keepAnswer(
  context: ComparisonContext,
  join: Join,
  inquiry: Inquiry,
  kept: KeptHashes,
  tables: TableNames,
  span: ProgressSpan,
): Promise<Row> {
  const { dialect } = context;
  const bounds = await boundsFor(context, join, inquiry, kept, span);
  const { sql } = matchedStatement(join, inquiry, bounds);
  await runStatement(context, dialect.createTable(tables.matched, sql, 'answer'), span);
  const hashes = keptHashesQuery(join, inquiry, tables.matched);
  if (hashes !== null) {
    await runStatement(context, dialect.insertInto(tables.hashes, hashes), span);
  }
  const names = [
    ...(inquiry.countsPairs ? ['matched', 'mismatched'] : []),
    ...inquiry.questions.map((question) => `d${question}`),
  ];
  return runForOne(
    context,
    { sql: `SELECT ${names.join(', ')} FROM ${dialect.identifier(tables.matched)}` },
    span,
  );
}

async function compareRepeated(
  context: ComparisonContext,
  join: Join,
  tables: TableNames,
  span: ProgressSpan,
) {
  const { comparison, differences } = join;
  await runStatement(context, repeatedRowsTable(join, tables.repeatedKeys, tables.repeatedRows), span);
  const counts = await runForOne(context, repeatedCountsStatement(join, tables.repeatedRows), span);
  const differing: number[] = [];
  for (const difference of differences.all) {
    const statement = repeatedDifferenceStatement(join, difference, tables.repeatedRows);
    differing.push(countIn(await runForOne(context, statement, span), 'differing'));
  }
  // A row as a whole: its columns that compare exactly, as one tuple. Where tolerances are in play, rows that differ in
  // several columns cannot be told apart, and the column with the most differences is the least that can be said.
  const exact = comparison.tests.flatMap(({ columns, tolerance }) => (tolerance === null ? columns : []));
  const whole = { columns: [...new Set(exact)], tolerance: null, evidenceRows: 0 };
  const tuples =
    whole.columns.length === 0
      ? 0
      : countIn(
          await runForOne(context, repeatedDifferenceStatement(join, whole, tables.repeatedRows), span),
          'differing',
        );
  const asked = differences.ofTest.map((index) => differing[index] ?? 0);
  return {
    matched: countIn(counts, 'matched'),
    mismatched: Math.max(tuples, ...asked),
    differing,
    repeated: {
      source: countIn(counts, 'repeated_in_source'),
      target: countIn(counts, 'repeated_in_target'),
    },
  };
}
