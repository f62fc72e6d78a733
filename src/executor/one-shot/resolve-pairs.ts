import type { FunctionCode, Surface } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { type FieldPath, printFieldPath } from '../../domain/comparison/field-path.ts';
import { type ObservationScope, rootScope } from '../../domain/comparison/observation-scope.ts';
import type { Resolution, ResolutionInputSide, Selection } from '../../domain/comparison/resolution.ts';
import { resolveComparison } from '../../domain/comparison/resolve-comparison.ts';
import type { ObservedColumn, ObservedDataset } from './open-dataset.ts';
import type { ColumnPair } from './pair-columns.ts';

export type Column = ObservedColumn;
export type Pair = ColumnPair<Column>;

/** How the two columns of a pair compare on a surface and by a function. */
export function resolvePair(
  pair: Pair,
  datasets: BySide<ObservedDataset>,
  surface: Surface,
  functionCode: FunctionCode | null,
  selection: Selection | null,
): Resolution {
  return resolveComparison({
    surface,
    functionCode,
    selection,
    storedBinding: null,
    source: sideOf(pair.source, datasets.source),
    target: sideOf(pair.target, datasets.target),
  });
}

function sideOf(column: Column, { scope, zone }: ObservedDataset): ResolutionInputSide {
  return {
    field: column.field,
    scope: scopeOf(scope),
    logicalType: column.logicalType,
    nativeType: column.nativeType,
    nullable: column.nullable,
    declaredZone: zone,
  };
}

export function scopeOf(scope: FieldPath): ObservationScope {
  return scope.length === 0 ? rootScope : { kind: 'collection', collectionPath: printFieldPath(scope) };
}
