import type { LogicalType } from '../../domain/comparison/logical-type.ts';

/** What a native type is here, and what is lost on the way. */
export interface TypeReading {
  readonly logicalType: LogicalType;
  readonly notes: readonly TypeNote[];
}

export interface TypeNote {
  readonly code: 'type_not_read' | 'type_as_text' | 'type_as_number' | 'precision_lost';
  /** For people; part of a sentence. */
  readonly reason: string;
}

export function exactly(logicalType: LogicalType): TypeReading {
  return Object.freeze({ logicalType, notes: [] });
}

export function noted(logicalType: LogicalType, code: TypeNote['code'], reason: string): TypeReading {
  return Object.freeze({ logicalType, notes: [{ code, reason }] });
}
