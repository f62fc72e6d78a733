import type { BySide } from '../../src/domain/comparison/by-side.ts';
import type { RowCounts } from '../../src/executor/one-shot/comparison-summary.ts';

/** What a column is; every format and engine stores each of them without loss. */
export const columnKinds = ['long', 'decimal', 'double', 'text', 'date', 'timestamp', 'boolean'] as const;
export type ColumnKind = (typeof columnKinds)[number];

export interface PlantedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** In the notation that all formats share: numbers in decimal, times in ISO 8601 with a space. */
export type Cell = string | null;
export type Row = readonly Cell[];

/** Two tables that differ in ways of which the number is known. */
export interface PlantedTables {
  readonly columns: readonly PlantedColumn[];
  /** The rows of a side, made anew with each call. */
  rows(side: 'source' | 'target'): Iterable<Row>;
  /** What a comparison by `id` must count. */
  readonly byKey: RowCounts;
  /** What a comparison of whole rows must count. */
  readonly asMultiset: RowCounts;
  /** Rows that differ, by the name of the column. */
  readonly mismatches: Readonly<Record<string, number>>;
}

export const keyColumn = 'id';

/** What happens to a row on the way from the source to the target. */
type Fate = 'same' | 'missing' | 'changed' | 'twiceInSource' | 'twiceInTarget';

export interface TablesToPlant {
  readonly seed: number;
  readonly rows: number;
  readonly kinds: readonly ColumnKind[];
}

export function plantTables({ seed, rows, kinds }: TablesToPlant): PlantedTables {
  const columns = randomColumns(seed, kinds);
  const extra = 1 + Math.floor(chance(seed, rows, 99) * 20);
  const counts = { missing: 0, changed: 0, twiceInSource: 0, twiceInTarget: 0 };
  const mismatches: Record<string, number> = {};
  for (let index = 0; index < rows; index += 1) {
    const fate = fateOf(seed, index);
    if (fate !== 'same') counts[fate] += 1;
    if (fate !== 'changed') continue;
    for (const column of changedColumns(seed, index, columns)) {
      const { name } = columns[column] ?? { name: '' };
      mismatches[name] = (mismatches[name] ?? 0) + 1;
    }
  }
  const { missing, changed, twiceInSource, twiceInTarget } = counts;
  return {
    columns,
    rows: (side) => rowsOf(side, { seed, rows, extra, columns }),
    byKey: {
      matchedRows: rows - missing,
      mismatchedRows: changed,
      missingInSource: extra + twiceInTarget,
      missingInTarget: missing + twiceInSource,
      duplicateKeys: { source: twiceInSource, target: twiceInTarget },
    },
    asMultiset: {
      matchedRows: rows - missing - changed,
      mismatchedRows: 0,
      missingInSource: extra + twiceInTarget + changed,
      missingInTarget: missing + twiceInSource + changed,
      duplicateKeys: { source: 0, target: 0 },
    },
    mismatches,
  };
}

function randomColumns(seed: number, kinds: readonly ColumnKind[]): readonly PlantedColumn[] {
  const count = 2 + Math.floor(chance(seed, 0, 1) * 6);
  const random = Array.from({ length: count }, (_, index): PlantedColumn => {
    const kind = kinds[Math.floor(chance(seed, index, 2) * kinds.length)] ?? 'text';
    return { name: `c${index}_${kind}`, kind };
  });
  return [{ name: keyColumn, kind: 'long' }, ...random];
}

/** Some rows in a thousand differ, and of each kind at least one. */
function fateOf(seed: number, row: number): Fate {
  const first: readonly Fate[] = ['same', 'missing', 'changed', 'twiceInSource', 'twiceInTarget'];
  const drawn = chance(seed, row, 3);
  if (row < first.length) return first[row] ?? 'same';
  if (drawn < 0.001) return 'missing';
  if (drawn < 0.005) return 'changed';
  if (drawn < 0.006) return 'twiceInSource';
  return drawn < 0.007 ? 'twiceInTarget' : 'same';
}

/** One column or several, never the key. */
function changedColumns(seed: number, row: number, columns: readonly PlantedColumn[]): readonly number[] {
  const places = columns.length - 1;
  const first = 1 + Math.floor(chance(seed, row, 4) * places);
  const second = 1 + Math.floor(chance(seed, row, 5) * places);
  return [...new Set([first, second])];
}

interface Shape {
  readonly seed: number;
  readonly rows: number;
  readonly extra: number;
  readonly columns: readonly PlantedColumn[];
}

function* rowsOf(side: keyof BySide<unknown>, shape: Shape): Iterable<Row> {
  const { seed, rows, extra, columns } = shape;
  for (let index = 0; index < rows; index += 1) {
    const fate = fateOf(seed, index);
    if (side === 'target' && fate === 'missing') continue;
    const row = rowAt(shape, index);
    const isChanged = side === 'target' && fate === 'changed';
    yield isChanged ? changedRow(row, columns, changedColumns(seed, index, columns), seed + index) : row;
    if (fate === (side === 'source' ? 'twiceInSource' : 'twiceInTarget')) yield row;
  }
  if (side === 'source') return;
  for (let index = 0; index < extra; index += 1) yield rowAt(shape, rows + index);
}

function rowAt({ seed, columns }: Shape, index: number): Row {
  return columns.map(({ kind }, column) =>
    column === 0 ? String(index + 1) : cellOf(kind, seed, index, column + 10),
  );
}

const words = ['', 'Zoë', 'zoë', "o'clock", 'a, "b"', 'two\nlines', '😀', '  spaced ', 'null', '%_\\'];

/** Now and then NULL. */
function cellOf(kind: ColumnKind, seed: number, row: number, column: number): Cell {
  const [one, other] = [chance(seed, row, column), chance(seed, row, column + 100)];
  return one < 0.05 ? null : madeValue(kind, one, other);
}

function madeValue(kind: ColumnKind, one: number, other: number): string {
  const whole = (from: number, to: number) => Math.floor(from + other * (to - from));
  switch (kind) {
    case 'long':
      return String(BigInt(whole(-1e9, 1e9)) * BigInt(whole(1, 4e9)));
    case 'decimal':
      return `${whole(-1e9, 1e9)}.${String(Math.floor(one * 10_000)).padStart(4, '0')}`;
    case 'double':
      return ((one - 0.5) * 10 ** whole(-100, 100)).toExponential();
    case 'text':
      return `${words[Math.floor(one * words.length)]}${other < 0.5 ? '' : Math.floor(other * 1e6)}`;
    case 'date':
      return dateAt(whole(-20_000, 30_000));
    case 'timestamp':
      return timestampAt(whole(-20_000, 30_000), Math.floor(one * 86_400), Math.floor(other * 1e6));
    case 'boolean':
      return String(one < 0.5);
  }
}

function dateAt(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function timestampAt(day: number, second: number, microsecond: number): string {
  const time = new Date(second * 1000).toISOString().slice(11, 19);
  return `${dateAt(day)} ${time}.${String(microsecond).padStart(6, '0')}`;
}

function changedRow(
  row: Row,
  columns: readonly PlantedColumn[],
  changed: readonly number[],
  variant: number,
): Row {
  return row.map((cell, index) => {
    const kind = columns[index]?.kind;
    return kind === undefined || !changed.includes(index) ? cell : changedCell(kind, cell, variant);
  });
}

/** As little as the type allows, for that is what a comparison might overlook. */
function changedCell(kind: ColumnKind, cell: Cell, variant: number): Cell {
  if (cell === null) return madeValue(kind, 0.3, 0.7);
  if (variant % 5 === 0) return null;
  switch (kind) {
    case 'long':
      return String(BigInt(cell) + 1n);
    case 'decimal':
      return cell.slice(0, -1) + ((Number(cell.slice(-1)) + 1) % 10);
    case 'double':
      return nextDouble(Number(cell)).toExponential();
    case 'text':
      return variant % 2 === 0 ? `${cell} ` : `${cell}e\u0301`;
    case 'date':
      return dateAt(Date.parse(`${cell}T00:00:00Z`) / 86_400_000 + 1);
    case 'timestamp':
      return cell.slice(0, -1) + ((Number(cell.slice(-1)) + 1) % 10);
    case 'boolean':
      return cell === 'true' ? 'false' : 'true';
  }
}

/** The double beside it. */
function nextDouble(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) ^ 1n);
  return view.getFloat64(0);
}

/** In [0, 1), and always the same for the same place of the same seed (a mixing step of MurmurHash3 twice over). */
function chance(seed: number, row: number, purpose: number): number {
  let hash = mixed(mixed(seed ^ Math.imul(row, 0x9e3779b1)) ^ Math.imul(purpose, 0x85ebca77));
  hash = mixed(hash + row);
  return hash / 2 ** 32;
}

function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
