import type { BySide } from '../../../domain/comparison/by-side.ts';
import { count, share } from '../../../domain/reports/numbers.ts';
import type { ComparisonSummary } from '../../../executor/one-shot/comparison-summary.ts';
import type { Balance, Figure } from './report-model.ts';

/** The counts of rows, in the order in which one asks for them. */
export function figuresOf(summary: ComparisonSummary): readonly Figure[] {
  const { rows, comparison, matching } = summary;
  const figures: Figure[] = [
    {
      label: 'Rows',
      value: bothSides(rows),
      detail: rows.source === rows.target ? 'on each side' : 'in source / target',
      verdict: null,
    },
  ];
  if (comparison === null) return figures;
  const { matchedRows, mismatchedRows, missingInSource, missingInTarget, duplicateKeys } = comparison;
  const byKey = matching.kind === 'keys';
  const duplicates = duplicateKeys.source + duplicateKeys.target;
  return [
    ...figures,
    {
      label: 'Matched',
      value: count(matchedRows),
      detail: byKey ? 'by key' : 'have an equal row on the other side',
      verdict: null,
    },
    ...(byKey ? [found('Different', mismatchedRows, matchedRows, 'of the matched rows')] : []),
    found('Only in source', missingInTarget, rows.source, 'of the source'),
    found('Only in target', missingInSource, rows.target, 'of the target'),
    ...(duplicates === 0
      ? []
      : [
          {
            label: 'Repeated keys',
            value: bothSides(duplicateKeys),
            detail: `${duplicateKeys.source === duplicateKeys.target ? 'on each side' : 'in source / target'}; their rows were compared as multisets`,
            verdict: 'error' as const,
          },
        ]),
  ];
}

/** One number where both sides have the same, else both. */
function bothSides({ source, target }: BySide<number>): string {
  return source === target ? count(source) : `${count(source)} / ${count(target)}`;
}

/** Rows that should not be; none of them is a pass. */
function found(label: string, rows: number, whole: number, of: string): Figure {
  if (rows === 0) return { label, value: '0', detail: '', verdict: 'pass' };
  return { label, value: count(rows), detail: `${share(rows, whole)} ${of}`, verdict: 'fail' };
}

export function balanceOf({ comparison }: ComparisonSummary): Balance | null {
  if (comparison === null) return null;
  return {
    equalRows: comparison.matchedRows - comparison.mismatchedRows,
    differentRows: comparison.mismatchedRows,
    onlyInSource: comparison.missingInTarget,
    onlyInTarget: comparison.missingInSource,
  };
}
