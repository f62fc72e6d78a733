import Type from 'typebox';
import { type Filter, filterOps } from '../../domain/comparison/filter.ts';
import { maxFilterParts } from '../../domain/comparison/validate-filter.ts';
import { schemaName } from '../schema.ts';

/**
 * Filters hold filters. What is inside one is left open here, and is a reference to the same name in the API
 * description: `validateFilter` knows the fields, so it says better than a schema what is wrong, and where.
 */
const inner = Type.Object({}, { additionalProperties: true, [schemaName]: 'V1Filter' });
const group = Type.Array(inner, { minItems: 1, maxItems: maxFilterParts });

/** As the domain has it in answers; of a request nothing is known but that it is an object of these members. */
export const V1Filter = Type.Unsafe<Filter>(
  Type.Object(
    {
      all: Type.Optional(group),
      any: Type.Optional(group),
      not: Type.Optional(inner),
      field: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
      op: Type.Optional(Type.Enum([...filterOps])),
      value: Type.Optional(
        Type.Unsafe<unknown>({ description: "In the field's own type; a list for `in` and `between`." }),
      ),
    },
    {
      additionalProperties: false,
      description:
        'Which rows are looked at: a condition (`field`, `op`, `value`), or `all`, `any` or `not` of others. At most 500 parts, 16 deep. A condition on a NULL is false, but for `isNull`.',
      examples: [
        {
          all: [
            { field: 'status', op: 'in', value: ['open', 'paid'] },
            { field: 'amount', op: 'gt', value: '100' },
          ],
        },
      ],
      [schemaName]: 'V1Filter',
    },
  ),
);
