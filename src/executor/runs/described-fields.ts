import type { DescribedField } from '../../connectors/connector.ts';
import type { PreparedField } from '../../domain/catalog/prepared-field.ts';
import { parseLogicalType } from '../../domain/comparison/logical-type-text.ts';

/** Fields as a connector described them when the dataset was prepared; of those alone that are named. */
export function describedFields(
  fields: readonly PreparedField[],
  only: readonly string[],
): readonly DescribedField[] {
  return fields.filter(({ name }) => only.includes(name)).map(describedField);
}

function describedField({ name, logicalType: text, nativeType, nullable }: PreparedField): DescribedField {
  const parsed = parseLogicalType(text);
  if (!parsed.ok) throw new TypeError(`The field ${name} was prepared with no type: ${parsed.fault.detail}`);
  const logicalType = parsed.value;
  // A numeric without digits in its type was measured. A type that is taken for measured is only read with more care.
  const declared = logicalType.kind !== 'decimal' || nativeType.includes('(');
  return { name, logicalType, nativeType, nullable, declared };
}
