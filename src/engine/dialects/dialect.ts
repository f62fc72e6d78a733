import type { Transform } from '../../domain/comparison/binding.ts';
import type { ComparisonKind } from '../../domain/comparison/comparison-type.ts';
import type { DatasetField } from '../../domain/comparison/pair-specification.ts';
import type { TextOptions, Tolerance } from '../../domain/comparison/tolerance.ts';
import type { Column } from '../plan/plan.ts';
import type { Statement } from '../sql-session.ts';

/** Every engine that a plan can be compiled for. */
export const dialectNames = ['duckdb', 'trino', 'databricks'] as const;
export type DialectName = (typeof dialectNames)[number];

/**
 * What an engine can do exactly. Every line is a decision: a new comparison type, transform or option does not compile
 * until each dialect has made one. What is not `true` says what to do instead, and the test that needs it is refused
 * before anything runs.
 */
export interface Capabilities {
  readonly comparisonTypes: Record<ComparisonKind, Support>;
  readonly transforms: Record<Transform, Support>;
  readonly tolerances: Record<Tolerance['kind'], Support>;
  readonly textOptions: Record<keyof TextOptions, Support>;
  /** Lists whose order does not count. */
  readonly bags: Support;
  /** Rows that are items of a collection, with parents of empty collections kept. */
  readonly collections: Support;
  /** Numbers that need more than 38 digits to hold those of both sides. */
  readonly wideNumbers: Support;
}

export type Support = true | { readonly instead: string };

/**
 * What a value contributes to the hashes of its row; equal only where values are equal. Where the engine's hash has 64
 * bits a row is hashed in two parts, and the columns are dealt out between them, so that each value is hashed once and not
 * twice (measured: half the cost of the pass).
 */
export interface HashInputs {
  /** For the part that the column belongs to. */
  readonly own: readonly string[];
  /** For the other part, if there is one: what the engine's hash of the value alone might confuse. */
  readonly other: readonly string[];
  /** Whether the engine's hash of NULL is also the hash of some value, so that NULLs must be told apart. */
  readonly confusesNull: boolean;
  /** Where what they are made of is worth a column of its own, so that it is made once for all equal values that come together. */
  readonly column?: HashColumn;
}

export interface HashColumn {
  readonly sql: string;
  /** The input, by the name that the column has. It names it twice: an engine may make a column of one use where it is used. */
  readonly input: (name: string) => string;
}

/**
 * Two 64-bit hashes of a row, made of its parts. They must not be functions of each other: together they are
 * the 128 bits by which a bucket is skipped.
 */
export interface RowHashes {
  readonly first: (inputs: readonly string[]) => string;
  readonly second: (inputs: readonly string[]) => string;
}

/** How a column's values become comparable. `x` is always a plain reference, so that it may be repeated. */
export interface Reading {
  /** Equal exactly where the values are equal. NULL for NULL, and where a value cannot be read. */
  value(x: string): string;
  /** Whether there can be values that cannot be read. */
  readonly fallible: boolean;
  /** Perhaps not equal for all values that are: what is cheaper to compute than the canonical value. */
  hashInputs(x: string, value: string): HashInputs;
  /** Text of a canonical value that means the same on every engine. */
  text(value: string): string;
  /** An integer or decimal text that is ordered and spaced as the values are; null where they have no distances. */
  position: ((value: string) => string) | null;
  /** Whether the canonical value shows what stands in the data, so that evidence needs no other. */
  readonly showsRaw: boolean;
}

/** The syntax and the functions of an engine: all that compiling a plan needs to know of it. */
export interface Dialect {
  readonly name: DialectName;
  readonly capabilities: Capabilities;
  readonly hashes: RowHashes;
  /** Into how many parts a row is hashed before its two hashes are made: two if such a part has only 64 bits. */
  readonly partsOfRow: 1 | 2;
  /** A hash of some values, as one part of a row. */
  partHash(inputs: readonly string[]): string;
  /** An input of a hash: how many of some values are NULL; null where no input confuses NULL with a value. */
  readonly countNulls: ((values: readonly string[]) => string) | null;
  /** What a small integer contributes to a hash. */
  integerInput(integer: string): string;
  /** An aggregate: a sum of hashes, as text; its order does not matter, and no two cancel each other out. */
  hashSum(hash: string): string;
  identifier(name: string): string;
  textLiteral(text: string): string;
  reading(column: Column): Reading;
  /** A member of a struct. */
  member(struct: string, name: string): string;
  /** The key or the value of an entry, which is an item of a map. */
  entryPart(entry: string, part: string): string;
  /** A value of a filter in the type of its field. */
  filterLiteral(field: DatasetField, value: string | boolean): string;
  /** The field as filters compare it with such literals. */
  filterOperand(field: DatasetField, x: string): string;
  /** Bytewise, whatever the collation: whether a text starts with or contains another. */
  startsWith(text: string, prefix: string): string;
  contains(text: string, part: string): string;
  /** A query of rows with the items of a collection; one that is empty or NULL gives one row with a NULL item. */
  itemsOrNull(kept: readonly string[], items: CollectionItems, from: string): string;
  isEmpty(collection: string, kind: 'list' | 'map'): string;
  /** Not of two canonical values that are equal, which agree anyway. */
  agree(column: Column, tolerance: Tolerance, source: string, target: string): string;
  /** How many of two lists of canonical values can be paired within a tolerance. */
  pairsWithin(column: Column, tolerance: Tolerance, sources: string, targets: string): string;
  /** An aggregate: the least or greatest canonical value. */
  extreme(kind: 'min' | 'max', column: Column, value: string): string;
  /** Expressions that make up a sum, by name; see `verdict/sums.ts` for what they mean. */
  sumParts(column: Column, value: string): Readonly<Record<SumPart, string>>;
  /** A raw value as text for evidence. */
  evidenceText(field: DatasetField, x: string): string;
  isSame(a: string, b: string): string;
  /** That keys are the same, pair by pair; `hashes` of them, by which the engine may find them. */
  sameKeys(pairs: readonly (readonly [string, string])[], hashes: readonly [string, string]): string;
  list(values: readonly string[]): string;
  /** The type of such a list. */
  readonly textList: string;
  /** The type of a text of any length. */
  readonly textType: string;
  /** A list of nothing, of whatever type is wanted. */
  readonly emptyList: string;
  /** A hash as a signed 64-bit integer, in the same order for every row. */
  signed(hash: string): string;
  /** Which of so many buckets, a power of two, a hash falls into. */
  bucket(hash: string, buckets: number): string;
  /** Whether the number of a bucket is one of some. */
  isAmong(bucket: string, some: readonly number[], buckets: number): string;
  /** An aggregate: of how many rows a condition holds. */
  countWhere(condition: string): string;
  /** An aggregate: the smallest values of the rows of which a condition holds, at most so many, as a list. */
  smallestWhere(x: string, count: number, condition: string): string;
  /** Of how many values such an aggregate can take the smallest: null where it holds no more of them than it is asked for. */
  readonly mostSmallestOf: number | null;
  /**
   * An aggregate: lists of some rows of which a condition holds, those with the smallest values by which they are taken,
   * at most so many; null where an engine could not do so in bounded memory, or need not, because it keeps tables.
   */
  readonly smallestBy:
    | ((lists: readonly string[], by: string, count: number, condition: string) => string)
    | null;
  /** An aggregate: all values as a list. */
  collect(x: string): string;
  /** A query of the items of lists, a row for each. */
  unnested(selected: readonly string[], list: string, item: string, from: string): string;
  /** A query: how many rows there are (`row_count`), and how many different values (`value_count`), of which none is NULL. */
  countDistinct(x: string, from: string): string;
  /** One row for each key, whichever; null where rows at the start of two tables tell nothing. */
  readonly onePerKey: ((keys: readonly string[], from: string) => string) | null;
  /** What stands before a query that names another more than once, which runs once; null where nothing is read whole. */
  readonly keeping: ((name: string, query: string) => string) | null;
  /** An aggregate: how many different integers there are between two, in a bit for each; null where there is none. */
  distinctInRange: ((x: string, low: bigint, high: bigint) => string) | null;
  /** Whether a canonical value of the column is an integer of 64 bits. */
  isInteger(column: Column): boolean;
  /** Whether a table keeps its rows; if not, every statement that names it reads anew what it is made of. */
  readonly keepsRows: boolean;
  /** `answer`: a table of a row or so, made of many. */
  createTable(name: string, query: string, of?: 'rows' | 'answer'): Statement;
  insertInto(name: string, query: string): Statement;
  dropTable(name: string): Statement;
  /** Null where the engine writes no files here. */
  readonly writeParquet: ((query: string, file: string) => string) | null;
}

/** A collection that is taken apart, and what one of its items is called. */
export interface CollectionItems {
  readonly collection: string;
  readonly kind: 'list' | 'map';
  readonly item: string;
}

/**
 * A sum that never overflows and never rounds unsaid. `exact`: the sum as decimal text, for exact numbers. `sum` and
 * `magnitude`: compensated sums of the finite doubles and of their absolute values. The rest count what is not finite.
 */
export const sumParts = ['exact', 'sum', 'magnitude', 'notANumber', 'infinite', 'negativeInfinite'] as const;
export type SumPart = (typeof sumParts)[number];
