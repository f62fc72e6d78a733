import { join as joinPath } from 'node:path';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import {
  type EvidenceWanted,
  evidenceRowsTable,
  keyedEvidence,
  wholeRowEvidence,
} from '../../engine/compile/rows/evidence.ts';
import type { Join } from '../../engine/compile/rows/matched-rows.ts';
import { wholeRowsStatement } from '../../engine/compile/rows/whole-rows.ts';
import type { RowFindings, WrittenEvidence } from '../../engine/verdict/findings.ts';
import { type ComparisonContext, countIn, runForOne, runStatement } from './comparison-context.ts';
import { type GatheredRows, gatherRows, type KnownRows } from './gather-rows.ts';
import { findRepeatedKeys, type JoinCounts, joinRows } from './join-rows.ts';
import type { ProgressSpan } from './progress.ts';
import { tableNames } from './table-names.ts';
import { writeEvidence, writeFetched } from './write-evidence.ts';

export type CandidateFindings = Omit<RowFindings, 'rows' | 'unconvertible' | 'method' | 'buckets'>;

/** What is known of candidate rows before they are joined. */
export interface KnownCandidates extends KnownRows {
  /** Whether a key may be there twice, on either side; it takes another reading to say. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** The exact stage: every row of the candidates, with keys or without. */
export async function joinCandidates(
  context: ComparisonContext,
  join: Join,
  known: KnownCandidates,
  number: number,
  joining: ProgressSpan,
  writing: ProgressSpan,
): Promise<CandidateFindings> {
  const { evidenceDirectory } = context;
  const evidenceRows = Math.max(0, ...join.comparison.tests.map((test) => test.evidenceRows));
  const file =
    evidenceDirectory === null || evidenceRows === 0
      ? null
      : joinPath(evidenceDirectory, `rows-${number + 1}.parquet`);
  if (join.comparison.keys.length === 0)
    return joinWholeRows(context, join, file, evidenceRows, joining, writing);

  const gathered = await gatherRows(context, join, known, file === null ? 0 : evidenceRows, joining);
  if (gathered !== null) return settleGathered(context, gathered, known.rows, file, writing.as('evidence'));
  const repeatedKeys = (await known.mayRepeat())
    ? await findRepeatedKeys(context, join, tableNames, joining)
    : null;
  const keyed: Join = { ...join, repeatedKeys };
  const counts = await joinRows(
    context,
    keyed,
    tableNames,
    file === null ? null : { of: known.rows },
    joining,
  );
  const missing = {
    inTarget: known.rows.source - counts.matched,
    inSource: known.rows.target - counts.matched,
  };
  const isAny = counts.mismatched + missing.inTarget + missing.inSource > 0;
  return {
    matched: counts.matched,
    missingInSource: missing.inSource,
    missingInTarget: missing.inTarget,
    duplicateKeys: counts.repeated,
    mismatched: counts.mismatched,
    differing: counts.differing,
    evidence:
      file === null || !isAny
        ? null
        : await writeKeyedEvidence(
            context,
            keyed,
            counts,
            missing,
            file,
            evidenceRows,
            writing.as('evidence'),
          ),
  };
}

async function settleGathered(
  context: ComparisonContext,
  { evidence, ...counts }: GatheredRows,
  rows: BySide<number>,
  file: string | null,
  span: ProgressSpan,
): Promise<CandidateFindings> {
  return {
    ...counts,
    missingInSource: rows.target - counts.matched,
    missingInTarget: rows.source - counts.matched,
    duplicateKeys: { source: 0, target: 0 },
    evidence: file === null ? null : await writeFetched(context, evidence, file, span),
  };
}

async function joinWholeRows(
  context: ComparisonContext,
  join: Join,
  file: string | null,
  evidenceRows: number,
  joining: ProgressSpan,
  writing: ProgressSpan,
): Promise<CandidateFindings> {
  const row = await runForOne(context, wholeRowsStatement(join), joining);
  const missingInSource = countIn(row, 'missing_in_source');
  const missingInTarget = countIn(row, 'missing_in_target');
  return {
    matched: countIn(row, 'matched'),
    missingInSource,
    missingInTarget,
    duplicateKeys: { source: 0, target: 0 },
    mismatched: 0,
    differing: join.differences.all.map(() => 0),
    evidence:
      file === null || missingInSource + missingInTarget === 0
        ? null
        : await writeEvidence(context, wholeRowEvidence(join, evidenceRows), file, writing.as('evidence')),
  };
}

async function writeKeyedEvidence(
  context: ComparisonContext,
  join: Join,
  counts: JoinCounts,
  missing: { readonly inSource: number; readonly inTarget: number },
  file: string,
  evidenceRows: number,
  span: ProgressSpan,
): Promise<WrittenEvidence | null> {
  const { tests } = join.comparison;
  const tables = {
    hashes: tableNames.hashes,
    source: tableNames.evidenceSource,
    target: tableNames.evidenceTarget,
    repeated: join.repeatedKeys === null ? null : tableNames.repeatedRows,
  };
  const repeated = join.differences.ofTest.map((question) => counts.differingRepeated[question] ?? 0);
  const lone = join.differences.ofTest.map(
    (question, test) => (counts.differing[question] ?? 0) - (repeated[test] ?? 0),
  );
  const asks = (test: number) => (tests[test]?.evidenceRows ?? 0) > 0;
  const wanted: EvidenceWanted = {
    differing: lone.map((count, test) => count > 0 && asks(test)),
    differingRepeated: repeated.map((count, test) => count > 0 && asks(test)),
    unmatched: { source: missing.inTarget > 0, target: missing.inSource > 0 },
    unmatchedRows: evidenceRows,
  };
  if (wanted.differing.includes(true)) {
    for (const side of sides) await runStatement(context, evidenceRowsTable(join, side, tables), span);
  }
  return writeEvidence(context, keyedEvidence(join, tables, wanted), file, span);
}
