import type { Item } from '../../api/queries.ts';

export type EvidenceRow = Item<'read_evidence'>;

/** A line of the evidence: one field of one row. */
export interface EvidenceLine {
  readonly row: EvidenceRow;
  /** Whether it is the first of its row. */
  readonly isFirst: boolean;
  /** The field, or empty where the row has none to show. */
  readonly field: string;
  readonly source: string | null;
  readonly target: string | null;
}

/** Of rows that differ, the fields that do; of rows of one side only, all of them. Every row has a line at least. */
export function linesOf(rows: readonly EvidenceRow[], fields: readonly string[]): readonly EvidenceLine[] {
  return rows.flatMap((row) => {
    const cells = row.cells.map((cell, index) => ({ ...cell, field: fields[index] ?? '' }));
    const shown = row.kind === 'different' ? cells.filter(({ differs }) => differs) : cells;
    const lines = shown.length > 0 ? shown : [{ field: '', source: null, target: null }];
    return lines.map(({ field, source, target }, index) => ({
      row,
      isFirst: index === 0,
      field,
      source,
      target,
    }));
  });
}

/** Fields by how many of the rows differ in them, the most first. */
export function rankedFields(lines: readonly EvidenceLine[]): readonly { field: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { row, field } of lines) {
    if (row.kind === 'different' && field !== '') counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return [...counts].map(([field, count]) => ({ field, count })).sort((a, b) => b.count - a.count);
}

/** The place of the next line, or of the next row, from a place; the ends hold. `-1` stands before the first. */
export function nextLine(
  lines: readonly EvidenceLine[],
  from: number,
  by: 1 | -1,
  unit: 'line' | 'row',
): number {
  const isStop = (line: EvidenceLine) => unit === 'line' || line.isFirst;
  for (let at = from + by; at >= 0 && at < lines.length; at += by) {
    const line = lines[at];
    if (line !== undefined && isStop(line)) return at;
  }
  return Math.max(0, from);
}
