import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import type { Column } from '../plan/plan.ts';

/** A resolution never brings such a column about: a defect, told by what it is about. */
export function impossible({ field, comparisonType }: Column): never {
  throw new TypeError(
    `A ${printLogicalType(field.logicalType)} read by ${field.binding.transform} does not compare as ${comparisonType.kind}.`,
  );
}
