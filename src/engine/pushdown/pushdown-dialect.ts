import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FilterValue } from '../../domain/comparison/filter.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import type { SumPart } from '../dialects/dialect.ts';
import type { FingerprintDialect } from '../fingerprint/fingerprint-dialect.ts';

/**
 * A column of a table in a system that the engine reads from, as that system's dialect reads it. All expressions are
 * over the bare column, so they may stand in any query of the one table.
 */
export interface SourceColumn {
  readonly name: string;
  readonly logicalType: LogicalType;
  readonly reference: string;
  /** What is selected to copy the column: text in the form that staging reads. */
  readonly wire: string;
  /**
   * The value in the logical type: equal where values are equal and ordered as they are, whatever the collation. NULL
   * for NULL, and for what the logical type cannot hold. Null where the type has no such expression.
   */
  readonly value: string | null;
  /** Whether there can be values that the logical type cannot hold. */
  readonly fallible: boolean;
}

export interface Unsupported {
  /** Why the system cannot do it exactly. */
  readonly unsupported: string;
}

export type Comparable = { readonly sql: string } | Unsupported;
export type SumExpressions = Readonly<Record<SumPart, string>> | Unsupported;

/** The syntax and functions of a system that filters and aggregates a table of its own. */
export interface PushdownDialect {
  identifier(name: string): string;
  textLiteral(text: string): string;
  /** A value of a filter, to be compared with `SourceColumn.value`; null where the system has no such value. */
  filterLiteral(type: LogicalType, value: FilterValue): string | null;
  /** Byte by byte, whatever the collation. */
  startsWith(text: string, prefix: string): string;
  contains(text: string, part: string): string;
  /** A value of a logical type in the type that both sides are compared in. */
  comparable(value: string, type: LogicalType, comparison: ComparisonType): Comparable;
  /** The text of a comparable value, which `canonicalText` reads. */
  text(value: string, comparison: ComparisonType): string;
  /** See `Dialect.sumParts`. */
  sumParts(value: string, comparison: ComparisonType): SumExpressions;
  readonly fingerprint: FingerprintDialect;
}
