import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { bucketStatement } from '../../engine/compile/rows/buckets.ts';
import {
  type Candidates,
  candidateCountStatement,
  candidateRows,
  keepCandidates,
} from '../../engine/compile/rows/candidates.ts';
import {
  type BucketComparison,
  compareBuckets,
  mostDiffer,
} from '../../engine/compile/rows/compare-buckets.ts';
import { inquiriesInto, type Join, matchedStatement } from '../../engine/compile/rows/matched-rows.ts';
import { type RowScan, rowScan } from '../../engine/compile/rows/row-scan.ts';
import { repeatedKeysStatement } from '../../engine/compile/rows/unique-keys.ts';
import { differencesOf } from '../../engine/plan/differences.ts';
import type { RowComparison } from '../../engine/plan/plan.ts';
import type { RowFindings } from '../../engine/verdict/findings.ts';
import { type ComparisonContext, countIn, runForOne, runStatement } from './comparison-context.ts';
import { joinCandidates } from './join-candidates.ts';
import type { ProgressSpan } from './progress.ts';
import { isProvenUnique } from './prove-unique.ts';
import type { SetsOfRows } from './sets-of-rows.ts';
import { sideBySide } from './side-by-side.ts';
import { tableNames } from './table-names.ts';

/**
 * Compares the rows of both sides in two stages. Stage 1 reads each side once and sums hashes by bucket; stage 2 joins
 * only the rows of buckets that differ, exactly. If nearly all will differ, or the test wants it so, all rows are
 * joined at once.
 */
export async function compareRows(
  context: ComparisonContext,
  comparison: RowComparison,
  number: number,
  setsOfRows: SetsOfRows,
  span: ProgressSpan,
): Promise<RowFindings> {
  const { dialect, hashes, relations } = context;
  const scans = eachSide(relations, (relation, _peer, side) =>
    rowScan(dialect, hashes, relation, comparison, side),
  );
  const [probing, hashing, joining] = span.split(1, 50, 49);
  const atOnce =
    comparison.verification === 'exact' ||
    (await seemsDifferent(context, comparison, scans, probing.as('buckets')));
  try {
    if (atOnce) return await joinAll(context, comparison, scans, null, number, joining.as('rows'));
    const hashed = await hashRows(context, comparison, scans, hashing.as('buckets'));
    return mostDiffer(hashed.buckets)
      ? await joinAll(context, comparison, scans, hashed, number, joining.as('rows'))
      : await joinDiffering(context, comparison, scans, hashed, number, setsOfRows, joining.as('rows'));
  } finally {
    await dropTables(context);
  }
}

/**
 * Rows at the start of either side that the probe looks at. In whatever order the rows are, two samples of n out of N
 * rows share n²/N keys: enough of them up to a hundred million rows, at the price of a few per cent of reading ten.
 */
const probedRows = 2 ** 17;
/** Fewer matches say nothing. */
const fewestProbedMatches = 100;
/** If every fifth row differs, so does every bucket of more than a handful of rows. */
const differingShare = 0.2;

/**
 * A look at the first rows of both sides: where many of those that match differ, hashing would be wasted. It only
 * decides which way is taken, never what is found.
 */
async function seemsDifferent(
  context: ComparisonContext,
  comparison: RowComparison,
  scans: BySide<RowScan>,
  span: ProgressSpan,
): Promise<boolean> {
  const { onePerKey } = context.dialect;
  const isWhole = sides.every((side) => comparison.scans[side].filter === null);
  if (onePerKey === null || comparison.keys.length === 0 || !isWhole) return false;
  const first = eachSide(scans, (scan): Candidates => {
    const all = candidateRows(context.dialect, scan, null);
    // A key that is there a thousand times must not be joined a million times.
    return { scan, from: onePerKey(scan.keys, `(SELECT * FROM ${all.from} LIMIT ${probedRows})`) };
  });
  const row = await runForOne(
    context,
    matchedStatement(joinOf(context, comparison, first, null), { countsPairs: true, questions: [] }, null),
    span,
  );
  const matched = countIn(row, 'matched');
  return matched >= fewestProbedMatches && countIn(row, 'mismatched') >= matched * differingShare;
}

/** What stage 1 came to. */
interface HashedRows {
  readonly buckets: BucketComparison;
  readonly sourceIsUnique: boolean;
}

/** Stage 1, and whether a key of the source occurs twice: equal buckets do not say. */
async function hashRows(
  context: ComparisonContext,
  { keys }: RowComparison,
  scans: BySide<RowScan>,
  span: ProgressSpan,
): Promise<HashedRows> {
  const { dialect, hashes } = context;
  const [first, second, proving] = span.beside(10, 10, keys.length === 0 ? 0 : 1);
  const [source, target, sourceIsUnique] = await sideBySide(context, [
    (own) => runStatement(own, bucketStatement(dialect, hashes, scans.source), first),
    (own) => runStatement(own, bucketStatement(dialect, hashes, scans.target), second),
    async (own) => keys.length === 0 || (await isProvenUnique(own, scans.source, proving)),
  ]);
  return { buckets: compareBuckets(source, target, scans.source.columns.length), sourceIsUnique };
}

/** Stage 2 over the rows of differing buckets, which are read once more and kept. */
async function joinDiffering(
  context: ComparisonContext,
  comparison: RowComparison,
  scans: BySide<RowScan>,
  { buckets, sourceIsUnique }: HashedRows,
  number: number,
  setsOfRows: SetsOfRows,
  span: ProgressSpan,
): Promise<RowFindings> {
  const { differing, rows, equalRows, compared } = buckets;
  const [counting, keeping, joining, writing] = span.split(1, 5, 2, 1);
  const repeatedElsewhere = sourceIsUnique
    ? 0
    : await countRepeated(context, scans.source, differing, counting);
  const base = {
    rows,
    unconvertible: buckets.unconvertible,
    buckets: { compared, differing: differing.length },
  } as const;
  if (differing.length === 0) {
    await setsOfRows.keep(number, null, keeping);
    return {
      ...base,
      matched: equalRows,
      missingInSource: 0,
      missingInTarget: 0,
      duplicateKeys: { source: repeatedElsewhere, target: repeatedElsewhere },
      mismatched: 0,
      differing: differencesOf(comparison).all.map(() => 0),
      method: 'buckets',
      evidence: null,
    };
  }
  const candidates = await keepRows(context, scans, differing, keeping);
  await setsOfRows.keep(number, candidates, joining);
  const left = { source: rows.source - equalRows, target: rows.target - equalRows };
  const join = joinOf(context, comparison, candidates, null);
  const known = { rows: left, sourceIsUnique, mayRepeat: async () => true };
  const found = await joinCandidates(context, join, known, number, joining, writing);
  return {
    ...base,
    ...found,
    matched: found.matched + equalRows,
    duplicateKeys: {
      source: found.duplicateKeys.source + repeatedElsewhere,
      target: found.duplicateKeys.target + repeatedElsewhere,
    },
    method: 'bucketsThenJoin',
  };
}

/** Stage 2 over all rows, as they are read; wide ones are kept, because they are looked at once for some columns each. */
async function joinAll(
  context: ComparisonContext,
  comparison: RowComparison,
  scans: BySide<RowScan>,
  hashed: HashedRows | null,
  number: number,
  span: ProgressSpan,
): Promise<RowFindings> {
  const [keeping, counting, proving, joining, writing] = span.split(1, 1, 2, 12, 5);
  const isWide = inquiriesInto(differencesOf(comparison)).length > 1;
  const candidates = isWide
    ? await keepRows(context, scans, null, keeping)
    : eachSide(scans, (scan) => candidateRows(context.dialect, scan, null));
  const { rows, unconvertible } = hashed?.buckets ?? (await countRows(context, candidates, counting));
  const mayRepeat = async () =>
    !(
      (hashed?.sourceIsUnique ?? (await isProvenUnique(context, scans.source, proving))) &&
      (await isProvenUnique(context, scans.target, proving))
    );
  const join = joinOf(context, comparison, candidates, null);
  const known = { rows, sourceIsUnique: hashed?.sourceIsUnique === true, mayRepeat };
  const found = await joinCandidates(context, join, known, number, joining, writing);
  return {
    ...found,
    rows,
    unconvertible,
    method: 'join',
    buckets:
      hashed === null
        ? null
        : { compared: hashed.buckets.compared, differing: hashed.buckets.differing.length },
  };
}

function joinOf(
  { dialect }: ComparisonContext,
  comparison: RowComparison,
  candidates: BySide<Candidates>,
  repeatedKeys: string | null,
): Join {
  return { dialect, comparison, candidates, repeatedKeys, differences: differencesOf(comparison) };
}

/** Keys that occur more than once in equal buckets: as many on either side, so one side is asked. */
async function countRepeated(
  context: ComparisonContext,
  scan: RowScan,
  differing: readonly number[],
  span: ProgressSpan,
): Promise<number> {
  return countIn(
    await runForOne(context, repeatedKeysStatement(context.dialect, scan, differing), span),
    'repeated',
  );
}

async function keepRows(
  context: ComparisonContext,
  scans: BySide<RowScan>,
  buckets: readonly number[] | null,
  span: ProgressSpan,
): Promise<BySide<Candidates>> {
  const spans = span.split(1, 1);
  const kept: Candidates[] = [];
  for (const [index, side] of sides.entries()) {
    const some = candidateRows(context.dialect, scans[side], buckets);
    const { statement, kept: table } = keepCandidates(context.dialect, some, tableNames[side]);
    await runStatement(context, statement, spans[index] ?? span);
    kept.push(table);
  }
  const [source, target] = kept;
  if (source === undefined || target === undefined) throw new TypeError('There are two sides.');
  return { source, target };
}

async function countRows(context: ComparisonContext, candidates: BySide<Candidates>, span: ProgressSpan) {
  const [first, second] = span.beside(1, 1);
  const count = async (own: ComparisonContext, side: Side, part: ProgressSpan) => {
    const row = await runForOne(own, candidateCountStatement(own.dialect, candidates[side]), part);
    return {
      rows: countIn(row, 'row_count'),
      failed: candidates[side].scan.columns.map((_, index) => countIn(row, `f${index}`)),
    };
  };
  const [source, target] = await sideBySide(context, [
    (own) => count(own, 'source', first),
    (own) => count(own, 'target', second),
  ]);
  return {
    rows: { source: source.rows, target: target.rows },
    unconvertible: { source: source.failed, target: target.failed },
  };
}

/** Also after a failure or an interrupt, which must not stop it. */
async function dropTables({ dialect, session }: ComparisonContext): Promise<void> {
  for (const table of Object.values(tableNames)) await session.query(dialect.dropTable(table));
}
