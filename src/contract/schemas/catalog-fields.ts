import Type from 'typebox';
import { maxFields, type PreparedField } from '../../domain/catalog/prepared-field.ts';
import { list, nullable, V1 } from '../schema.ts';

/** What JavaScript counts exactly. */
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Bound = nullable(
  Type.String({
    maxLength: 32,
    description:
      'Of numbers and times only, and rounded outward, so that it is not a value of a row: two significant digits, the month, the hour.',
    examples: ['9.2e3', '2026-03', '08'],
  }),
);

const V1FieldProfile = V1('V1FieldProfile', 'What preparation found out about the values of a field.', {
  nullCount: Count,
  distinctCount: nullable(
    V1('V1DistinctCount', 'How many different values there are.', { value: Count, exact: Type.Boolean() }),
  ),
  min: Bound,
  max: Bound,
});

/**
 * Fields nest, to the depth that `preparationFaults` allows. One schema that refers to itself by name: written out to
 * that depth, a validator of it beside other schemas that hold themselves was never finished.
 */
export const V1DatasetField = Type.Unsafe<PreparedField>(
  Type.Cyclic(
    {
      V1DatasetField: V1('V1DatasetField', 'A field of a dataset, with the fields inside it.', {
        name: Type.String({ maxLength: 1024 }),
        logicalType: Type.String({
          minLength: 1,
          maxLength: 100_000,
          examples: ['decimal(18,2)', 'timestamp(6) zoned', 'list<struct<sku string, quantity long>>'],
        }),
        nativeType: Type.String({ maxLength: 100_000, description: 'The type as the source writes it.' }),
        nullable: Type.Boolean(),
        children: nullable(Type.Array(Type.Ref('V1DatasetField'), { minItems: 1, maxItems: maxFields })),
        profile: nullable(V1FieldProfile),
      }),
    },
    'V1DatasetField',
  ),
);

export const DatasetFields = list(V1DatasetField, { maxItems: maxFields });

export const RowCount = Count;

export const V1PreparationNote = V1('V1PreparationNote', 'What to know about how the dataset was read.', {
  code: Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z][a-z0-9_]*$' }),
  detail: Type.String({ maxLength: 2000 }),
});

export const PreparationNotes = list(V1PreparationNote, { maxItems: 100 });
