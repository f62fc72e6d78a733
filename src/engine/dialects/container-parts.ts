import type { ComparisonType, StructComparison } from '../../domain/comparison/comparison-type.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import type { Column } from '../plan/plan.ts';
import type { Reading } from './dialect.ts';
import { impossible } from './impossible.ts';
import type { ReadPart } from './reading-by.ts';

/** What a container holds, by how it is compared. */
export interface Part {
  readonly type: ComparisonType;
  readonly reading: Reading;
}

export function structParts(
  column: Column,
  type: StructComparison,
  readPart: ReadPart,
): readonly (Part & { readonly name: string })[] {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'struct') return impossible(column);
  return type.fields.map((part) => {
    const own = logicalType.fields.find(({ name }) => name === part.name);
    if (own === undefined) return impossible(column);
    return { ...part, reading: readPart(partOf(column, own.type, part.type)) };
  });
}

export function listPart(column: Column, element: ComparisonType, readPart: ReadPart): Part {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'list') return impossible(column);
  return { type: element, reading: readPart(partOf(column, logicalType.element, element)) };
}

export function mapParts(
  column: Column,
  type: Extract<ComparisonType, { kind: 'map' }>,
  readPart: ReadPart,
): { readonly key: Part; readonly value: Part } {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'map') return impossible(column);
  return {
    key: { type: type.key, reading: readPart(partOf(column, logicalType.key, type.key)) },
    value: { type: type.value, reading: readPart(partOf(column, logicalType.value, type.value)) },
  };
}

/** That there is a value and it cannot be read. */
export function isUnreadable(reading: Reading, x: string): string {
  return reading.fallible ? `(${x} IS NOT NULL AND ${reading.value(x)} IS NULL)` : 'false';
}

function partOf(column: Column, logicalType: LogicalType, comparisonType: ComparisonType): Column {
  return { ...column, comparisonType, field: { ...column.field, logicalType, nativeType: '' } };
}
