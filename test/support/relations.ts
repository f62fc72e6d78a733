/**
 * Small typed tables that every engine can be given. Values are written losslessly and belong to no engine: a loader
 * per engine turns them into files or tables (see `relation-loader.ts`).
 */
export interface Relation {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  /** What its writer says about itself in the footer of a Parquet file. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface Column {
  readonly name: string;
  readonly type: StoredType;
}

/** What a column is stored as: nearer to the systems than a logical type, so that CHAR, REAL and INT96 can be had. */
export type StoredType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly bits: 32 | 64; readonly unsigned?: true }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'text' }
  /** Padded with spaces to its length. */
  | { readonly kind: 'char'; readonly length: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'timestamp'; readonly precision: 3 | 6 | 9; readonly zoned: boolean }
  /** A Parquet timestamp of older writers: nanoseconds of a day and a Julian day number. */
  | { readonly kind: 'int96' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'binary' }
  | { readonly kind: 'json' }
  | { readonly kind: 'struct'; readonly fields: readonly Column[] }
  | { readonly kind: 'list'; readonly element: StoredType }
  | { readonly kind: 'map'; readonly key: StoredType; readonly value: StoredType };

/**
 * A value in the notation of its column's type. Booleans are booleans; every other scalar is text: numbers in decimal
 * (`9007199254740993`, `-0`, `NaN`, `Infinity`), times in ISO 8601 with a space (`infinity` for the engines that have
 * it; zoned timestamps end in `Z` or an offset), bytes in hex. A struct is its values in order, a map its entries.
 */
export type Value = null | boolean | string | readonly Value[];

export const boolean: StoredType = { kind: 'boolean' };
export const int32: StoredType = { kind: 'integer', bits: 32 };
export const int64: StoredType = { kind: 'integer', bits: 64 };
export const uint64: StoredType = { kind: 'integer', bits: 64, unsigned: true };
export const float32: StoredType = { kind: 'float', bits: 32 };
export const double: StoredType = { kind: 'float', bits: 64 };
export const text: StoredType = { kind: 'text' };
export const date: StoredType = { kind: 'date' };
export const time: StoredType = { kind: 'time' };
export const int96: StoredType = { kind: 'int96' };
export const uuid: StoredType = { kind: 'uuid' };
export const binary: StoredType = { kind: 'binary' };
export const json: StoredType = { kind: 'json' };

export function decimal(precision: number, scale: number): StoredType {
  return { kind: 'decimal', precision, scale };
}

export function char(length: number): StoredType {
  return { kind: 'char', length };
}

/** A wall clock, with no zone. */
export function naive(precision: 3 | 6 | 9): StoredType {
  return { kind: 'timestamp', precision, zoned: false };
}

/** An instant. */
export function zoned(precision: 3 | 6 | 9): StoredType {
  return { kind: 'timestamp', precision, zoned: true };
}

export function list(element: StoredType): StoredType {
  return { kind: 'list', element };
}

export function map(key: StoredType, value: StoredType): StoredType {
  return { kind: 'map', key, value };
}

export function struct(fields: Readonly<Record<string, StoredType>>): StoredType {
  return { kind: 'struct', fields: columnsOf(fields) };
}

/** A table of the given columns, one array of values a row. */
export function table(
  columns: Readonly<Record<string, StoredType>>,
  ...rows: readonly (readonly Value[])[]
): Relation {
  return { columns: columnsOf(columns), rows };
}

/** The table as a writer leaves it that says this about itself. */
export function writtenBy(metadata: Readonly<Record<string, string>>, relation: Relation): Relation {
  return { ...relation, metadata };
}

/** A table of a key `id` that counts from 1, and a column `v` with these values. */
export function valuesOf(type: StoredType, ...values: readonly Value[]): Relation {
  return table({ id: int64, v: type }, ...values.map((value, index) => [String(index + 1), value]));
}

function columnsOf(columns: Readonly<Record<string, StoredType>>): readonly Column[] {
  const counted = Object.keys(columns).find((name) => /^\d+$/.test(name));
  if (counted !== undefined)
    throw new TypeError(`JavaScript would put the column ${counted} first: list the columns.`);
  return Object.entries(columns).map(([name, type]) => ({ name, type }));
}

/** Whether a type or anything inside it satisfies the condition. */
export function someType(type: StoredType, condition: (type: StoredType) => boolean): boolean {
  if (condition(type)) return true;
  switch (type.kind) {
    case 'struct':
      return type.fields.some((field) => someType(field.type, condition));
    case 'list':
      return someType(type.element, condition);
    case 'map':
      return someType(type.key, condition) || someType(type.value, condition);
    default:
      return false;
  }
}
