import type { Dialect, HashInputs, Reading } from '../dialects/dialect.ts';
import type { Column, Scan } from '../plan/plan.ts';
import type { Relation } from '../sql-session.ts';
import type { Names } from './names.ts';
import { scanRows } from './scan-rows.ts';

/** One column of a scan in its canonical form. */
export interface ScannedColumn {
  readonly column: Column;
  readonly reading: Reading;
  /** The name of the raw value. */
  readonly raw: string;
  /** The name of the canonical value. */
  readonly value: string;
  /** Whether there is a value that cannot be read; null where that cannot be. */
  readonly failed: string | null;
  readonly hashInputs: HashInputs;
  /** The value as text for people, also where it cannot be read. */
  readonly shown: (names: Names) => string;
}

export interface ValueScan {
  readonly sql: string;
  readonly columns: readonly ScannedColumn[];
  /** The name of the column that tells items from parents without any; null for rows of the dataset itself. */
  readonly absence: string | null;
}

/** The rows of a scan with raw values `x0`, `x1`, … and canonical values `v0`, `v1`, … */
export function scanValues(
  dialect: Dialect,
  relation: Relation,
  scan: Scan,
  columns: readonly Column[],
): ValueScan {
  const scanned = columns.map((column, index): ScannedColumn => {
    const reading = dialect.reading(column);
    const raw = `x${index}`;
    const value = `v${index}`;
    return {
      column,
      reading,
      raw,
      value,
      failed: reading.fallible ? `(${raw} IS NOT NULL AND ${value} IS NULL)` : null,
      hashInputs: reading.hashInputs(raw, value),
      shown: (names) =>
        reading.showsRaw ? reading.text(names(value)) : dialect.evidenceText(column.field, names(raw)),
    };
  });
  const absence = scan.scope.length > 0 ? 'absence' : null;
  const rows = scanRows(
    dialect,
    relation,
    scan,
    columns.map(({ field }) => field),
  );
  const selected = [
    ...scanned.map(({ raw }) => raw),
    ...scanned.map(({ reading, raw, value }) => `${reading.value(raw)} AS ${value}`),
    ...(absence === null ? [] : [absence]),
  ];
  const sql = selected.length === 0 ? rows : `SELECT ${selected.join(', ')} FROM (${rows})`;
  return { sql, columns: scanned, absence };
}

/** The rows that are counted and summed: a parent without items is no item, though it is compared with its peer. */
export function itemsOf({ sql, absence }: ValueScan): string {
  return absence === null ? `(${sql})` : `(SELECT * FROM (${sql}) WHERE ${absence} = 0)`;
}

/** Whether any value of some columns cannot be read; null where that cannot be. */
export function anyFailed(columns: readonly ScannedColumn[]): string | null {
  const failures = columns.flatMap(({ failed }) => failed ?? []);
  return failures.length === 0 ? null : `(${failures.join(' OR ')})`;
}
