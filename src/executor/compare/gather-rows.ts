import type { BySide } from '../../domain/comparison/by-side.ts';
import type { EvidenceKind, EvidenceRow } from '../../domain/comparison/pair-report.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import { gatheredStatement } from '../../engine/compile/rows/gathered-rows.ts';
import { inquiriesInto, type Join } from '../../engine/compile/rows/matched-rows.ts';
import { candidateKeysStatement } from '../../engine/compile/rows/unique-keys.ts';
import type { Cell, Row } from '../../engine/sql-session.ts';
import { type ComparisonContext, countIn, runForOne } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';
import { areAllDifferent } from './prove-unique.ts';

/** What one reading of the candidates came to. */
export interface GatheredRows {
  readonly matched: number;
  readonly mismatched: number;
  /** By question. */
  readonly differing: readonly number[];
  readonly evidence: readonly EvidenceRow[];
}

/** What is known of rows before they are gathered. */
export interface KnownRows {
  readonly rows: BySide<number>;
  readonly sourceIsUnique: boolean;
}

/**
 * Stage 2 in one statement, where the engine can: it keeps no tables, so that every further statement would read all rows
 * again. Null where it cannot, and where keys occur more than once.
 */
export async function gatherRows(
  context: ComparisonContext,
  join: Join,
  known: KnownRows,
  unmatchedRows: number,
  span: ProgressSpan,
): Promise<GatheredRows | null> {
  const { smallestBy } = join.dialect;
  const isReadable = sides.every((side) => join.candidates[side].scan.keyFailed === null);
  if (smallestBy === null || !isReadable || inquiriesInto(join.differences).length > 1) return null;
  const row = await runForOne(context, gatheredStatement(join, smallestBy, unmatchedRows), span);
  if (!(await isOneToOne(context, join, known, row, span))) return null;
  return {
    matched: countIn(row, 'matched'),
    mismatched: countIn(row, 'mismatched'),
    differing: join.differences.all.map((_, question) => countIn(row, `d${question}`)),
    evidence: [
      ...differingPairs(join, row),
      ...loneRows(row.rows_source, 'onlyInSource'),
      ...loneRows(row.rows_target, 'onlyInTarget'),
    ],
  };
}

/**
 * Whether the join paired rows one to one. A key that both sides have, and one of them twice, makes more pairs than there
 * are rows. Of a key that one side alone has twice it says nothing: there the rows themselves do, if all of them came
 * back, or else that side is asked.
 */
async function isOneToOne(
  context: ComparisonContext,
  { dialect, candidates }: Join,
  { rows, sourceIsUnique }: KnownRows,
  row: Row,
  span: ProgressSpan,
): Promise<boolean> {
  if (countIn(row, 'clashes') > 0) return false;
  for (const side of sides) {
    const alone = countIn(row, `only_${side}`);
    if (countIn(row, 'matched') + alone !== rows[side]) return false;
    if (side === 'source' && sourceIsUnique) continue;
    const hashes = rowsIn(row[`rows_${side}`]).map(({ hash }) => hash);
    if (new Set(hashes).size === alone) continue;
    if (!(await areAllDifferent(context, candidateKeysStatement(dialect, candidates[side]), span)))
      return false;
  }
  return true;
}

function differingPairs({ comparison, differences }: Join, row: Row): readonly EvidenceRow[] {
  return comparison.tests.flatMap(({ testId, evidenceRows }, test) =>
    rowsIn(row[`k${differences.ofTest[test]}`])
      .slice(0, evidenceRows)
      .map(({ hash, ...pair }) => ({
        test_id: testId,
        kind: 'different',
        ...pair,
        source_rows: '1',
        target_rows: '1',
      })),
  );
}

function loneRows(cell: Cell | undefined, kind: EvidenceKind): readonly EvidenceRow[] {
  return rowsIn(cell).map(({ hash, ...row }) => ({
    test_id: null,
    kind,
    ...row,
    source_rows: row.source === null ? '0' : '1',
    target_rows: row.target === null ? '0' : '1',
  }));
}

interface GatheredRow extends Pick<EvidenceRow, 'key' | 'source' | 'target' | 'differing'> {
  readonly hash: string;
}

/** Lists of five, as `gatheredStatement` has them. */
function rowsIn(cell: Cell | undefined): readonly GatheredRow[] {
  if (!Array.isArray(cell)) return [];
  return cell.map((list) => {
    const [hash = null, key = null, source = null, target = null, differing = null] = Array.isArray(list)
      ? list
      : [];
    return {
      hash: String(hash),
      key: textsIn(key) ?? [],
      source: textsIn(source),
      target: textsIn(target),
      differing: textsIn(differing)?.map(String) ?? null,
    };
  });
}

function textsIn(cell: Cell): readonly (string | null)[] | null {
  return Array.isArray(cell) ? cell.map((text) => (text === null ? null : String(text))) : null;
}
