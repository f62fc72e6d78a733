import { fieldPath } from '../../domain/comparison/field-path.ts';
import type { FieldNode } from '../../domain/comparison/field-tree.ts';
import { exactOptions } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { Column } from '../plan/plan.ts';
import { ownComparison } from './own-comparison.ts';

/** A field of a dataset, to be measured by itself: no other dataset has a say in how. */
export function ownColumn(side: Side, { name, logicalType, nativeType }: FieldNode): Column {
  return {
    side,
    field: { path: fieldPath(name), logicalType, nativeType, binding: { transform: 'none', format: '' } },
    comparisonType: ownComparison(logicalType),
    options: exactOptions,
    fitsLong: logicalType.kind === 'long',
  };
}
