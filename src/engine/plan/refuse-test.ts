import type { FunctionCode } from '../../domain/comparison/binding.ts';
import {
  type FieldPath,
  innermostCollection,
  isPrefixOf,
  printFieldPath,
} from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import {
  type ComparedField,
  type PairSpecification,
  sides,
  type TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import { functionFits } from '../../domain/comparison/resolve/function-rules.ts';
import { thresholdFaults, toleranceFaults } from '../../domain/comparison/tolerance-rules.ts';

export const aggregateFunctions = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'AVG', 'SUM'] as const;
export const setFunctions = ['SET_A_IN_B', 'SET_B_IN_A', 'SET_A_EQUALS_B'] as const;
export const rowFunctions = ['VALUE', 'OUTER_VALUE'] as const;

/** What is wrong with a test, so that it cannot be planned; null where nothing is. */
export function faultOf(test: TestSpecification, specification: PairSpecification): string | null {
  const named = [...test.fields, ...test.keys];
  const fields = named.map((id) => specification.fields.find((field) => field.id === id));
  const unknown = named.find((_, index) => fields[index] === undefined);
  if (unknown !== undefined) return `There is no field ${unknown} in the specification.`;
  const known = fields.filter((field) => field !== undefined);
  return (
    numberOfFieldsFault(test) ??
    functionFault(test, known.slice(0, test.fields.length)) ??
    scopeFault(test, known) ??
    filterFault(test, specification) ??
    toleranceFault(test, known[0]) ??
    thresholdFaults(test.threshold)[0]?.detail ??
    null
  );
}

export function isOneOf<T extends FunctionCode>(functions: readonly T[], code: FunctionCode): code is T {
  return functions.some((known) => known === code);
}

function numberOfFieldsFault({ functionCode, fields, keys }: TestSpecification): string | null {
  if (isOneOf(rowFunctions, functionCode)) {
    return fields.length > 0 ? null : `${functionCode} compares at least one field.`;
  }
  if (keys.length > 0) return `${functionCode} matches no rows, so it takes no keys.`;
  if (fields.length === 1 || (fields.length === 0 && functionCode === 'COUNT')) return null;
  return `${functionCode} takes one field, not ${fields.length}.`;
}

function functionFault({ functionCode }: TestSpecification, fields: readonly ComparedField[]): string | null {
  const unfit = fields.find(({ comparisonType }) => !functionFits(functionCode, comparisonType.kind));
  return unfit === undefined || functionCode === 'COUNT'
    ? null
    : `${functionCode} does not apply to fields that compare as ${unfit.comparisonType.kind}.`;
}

/** A row of the scope must see exactly one value of each field. */
function scopeFault({ scope }: TestSpecification, fields: readonly ComparedField[]): string | null {
  for (const side of sides) {
    const hidden = fields.find((field) => !isVisible(field[side].path, scope[side]));
    if (hidden !== undefined) {
      const { path } = hidden[side];
      return `${printFieldPath(path)} has many values for one row of the ${side}'s scope: observe the collection that holds it.`;
    }
  }
  return null;
}

function filterFault({ filter, scope }: TestSpecification, { datasets }: PairSpecification): string | null {
  for (const side of sides) {
    const { filterFields } = datasets[side];
    for (const name of filter[side] === null ? [] : fieldsOf(filter[side])) {
      const field = filterFields[name];
      if (field === undefined)
        return `The filter of the ${side} names ${name}, which the specification does not describe.`;
      if (!isVisible(field.path, scope[side])) {
        return `The filter of the ${side} names ${name}, of which a row has many values.`;
      }
    }
  }
  return null;
}

function toleranceFault(
  { tolerance, functionCode, fields, keys }: TestSpecification,
  field: ComparedField | undefined,
): string | null {
  if (tolerance === null) return null;
  if (isOneOf(setFunctions, functionCode))
    return 'Members of sets are equal or not: there is no tolerance for them.';
  if (isOneOf(rowFunctions, functionCode) && (keys.length === 0 || fields.length > 1)) {
    return 'A tolerance is for one field of rows that are matched by keys.';
  }
  const kind =
    functionCode === 'COUNT' || functionCode === 'COUNT_DISTINCT'
      ? 'exactNumeric'
      : field?.comparisonType.kind;
  return kind === undefined ? null : (toleranceFaults(tolerance, kind)[0]?.detail ?? null);
}

function isVisible(path: FieldPath, scope: FieldPath): boolean {
  return isPrefixOf(innermostCollection(path) ?? [], scope);
}

function fieldsOf(filter: Filter): readonly string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsOf);
  if ('any' in filter) return filter.any.flatMap(fieldsOf);
  return 'not' in filter ? fieldsOf(filter.not) : [filter.field];
}
