import type { FunctionCode, Surface } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { fieldPath } from '../../domain/comparison/field-path.ts';
import { rootScope } from '../../domain/comparison/observation-scope.ts';
import type { Resolution, ResolutionInputSide, Selection } from '../../domain/comparison/resolution.ts';
import { resolveComparison } from '../../domain/comparison/resolve-comparison.ts';
import type { OpenDataset } from './open-datasets.ts';
import type { ColumnPair } from './pair-columns.ts';

export type Column = OpenDataset['columns'][number];
export type Pair = ColumnPair<Column>;

/** How the two columns of a pair compare on a surface and by a function. */
export function resolvePair(
  pair: Pair,
  zones: BySide<string | null>,
  surface: Surface,
  functionCode: FunctionCode | null,
  selection: Selection | null,
): Resolution {
  return resolveComparison({
    surface,
    functionCode,
    selection,
    storedBinding: null,
    source: sideOf(pair.source, zones.source),
    target: sideOf(pair.target, zones.target),
  });
}

function sideOf(column: Column, declaredZone: string | null): ResolutionInputSide {
  return {
    field: fieldPath(column.name),
    scope: rootScope,
    logicalType: column.logicalType,
    nativeType: column.nativeType,
    nullable: column.nullable,
    declaredZone,
  };
}
