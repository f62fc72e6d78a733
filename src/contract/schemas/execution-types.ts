import Type from 'typebox';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import {
  type Filter,
  filterComparisons,
  filterNullTests,
  filterTextMatches,
} from '../../domain/comparison/filter.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { maxDecimalPrecision, maxFractionalDigits } from '../../domain/comparison/logical-type-text.ts';
import { maxFilterListValues, maxFilterParts } from '../../domain/comparison/validate-filter.ts';
import { nullable } from '../schema.ts';

/*
 * Types and filters hold themselves. Each is one schema that refers to itself by name: a `Cyclic` whose name the API
 * description takes for its component.
 */

const longestName = 1024;
const mostMembers = 5_000;

const Name = Type.String({ maxLength: longestName });
const Zone = nullable(Type.String({ maxLength: 64 }));
const Precision = Type.Integer({ minimum: 0, maximum: maxFractionalDigits });

/** Variants of a union that their `kind` tells apart. */
function variant<Kind extends string, Members extends Type.TProperties>(kind: Kind, members: Members) {
  return Type.Object({ kind: Type.Literal(kind), ...members }, { additionalProperties: false });
}

const decimalDigits = {
  precision: Type.Integer({ minimum: 1, maximum: maxDecimalPrecision }),
  scale: Type.Integer({ minimum: 0, maximum: maxDecimalPrecision }),
};

const plainLogicalKinds = [
  'boolean',
  'long',
  'double',
  'string',
  'date',
  'uuid',
  'binary',
  'json',
  'unknown',
] as const;

const anyLogical = Type.Ref('V1LogicalType');

export const V1LogicalType = Type.Unsafe<LogicalType>(
  Type.Cyclic(
    {
      V1LogicalType: Type.Union(
        [
          ...plainLogicalKinds.map((kind) => variant(kind, {})),
          variant('decimal', decimalDigits),
          variant('time', { precision: Precision }),
          variant('timestamp', { precision: Precision, zoned: Type.Boolean() }),
          variant('struct', {
            fields: Type.Array(
              Type.Object({ name: Name, type: anyLogical }, { additionalProperties: false }),
              {
                maxItems: mostMembers,
              },
            ),
          }),
          variant('list', { element: anyLogical }),
          variant('map', { key: anyLogical, value: anyLogical }),
        ],
        { description: 'What a field is, whatever system holds it.' },
      ),
    },
    'V1LogicalType',
  ),
);

const plainComparisonKinds = [
  'double',
  'text',
  'boolean',
  'date',
  'uuid',
  'binary',
  'json',
  'presence',
] as const;

const anyComparison = Type.Ref('V1ComparisonType');

export const V1ComparisonType = Type.Unsafe<ComparisonType>(
  Type.Cyclic(
    {
      V1ComparisonType: Type.Union(
        [
          ...plainComparisonKinds.map((kind) => variant(kind, {})),
          variant('exactNumeric', { ...decimalDigits, carrier: Type.Enum(['decimal', 'digits']) }),
          variant('time', { precision: Precision }),
          variant('timestamp', {
            precision: Precision,
            clock: Type.Enum(['instant', 'wall']),
            zone: Zone,
            sourceZone: Zone,
            targetZone: Zone,
          }),
          variant('struct', {
            fields: Type.Array(
              Type.Object({ name: Name, type: anyComparison }, { additionalProperties: false }),
              { maxItems: mostMembers },
            ),
          }),
          variant('list', { element: anyComparison }),
          variant('map', { key: anyComparison, value: anyComparison }),
          variant('perSide', { source: anyComparison, target: anyComparison }),
        ],
        { description: 'What the values of both sides are compared as.' },
      ),
    },
    'V1ComparisonType',
  ),
);

/** No value of a filter is longer: it is written by a person. */
const FilterValue = Type.Union([Type.String({ maxLength: 100_000 }), Type.Boolean()]);
const FilterField = Type.String({ minLength: 1, maxLength: longestName });
const anyFilter = Type.Ref('V1TaskFilter');

export const V1TaskFilter = Type.Unsafe<Filter>(
  Type.Cyclic(
    {
      V1TaskFilter: Type.Union(
        [
          closed({ all: Type.Array(anyFilter, { maxItems: maxFilterParts }) }),
          closed({ any: Type.Array(anyFilter, { maxItems: maxFilterParts }) }),
          closed({ not: anyFilter }),
          closed({ field: FilterField, op: Type.Enum([...filterComparisons]), value: FilterValue }),
          closed({
            field: FilterField,
            op: Type.Literal('in'),
            value: Type.Array(FilterValue, { maxItems: maxFilterListValues }),
          }),
          closed({
            field: FilterField,
            op: Type.Literal('between'),
            value: Type.Array(FilterValue, { minItems: 2, maxItems: 2 }),
          }),
          closed({
            field: FilterField,
            op: Type.Enum([...filterTextMatches]),
            value: Type.String({ maxLength: 100_000 }),
          }),
          closed({ field: FilterField, op: Type.Enum([...filterNullTests]) }),
        ],
        { description: 'Which rows are looked at.' },
      ),
    },
    'V1TaskFilter',
  ),
);

function closed<Members extends Type.TProperties>(members: Members) {
  return Type.Object(members, { additionalProperties: false });
}

/** Fields nest 32 deep at most, and each level may be inside a collection. */
export const TaskFieldPath = Type.Unsafe<FieldPath>(
  Type.Array(Type.Union([variant('name', { name: Name }), variant('items', {})]), { maxItems: 64 }),
);
