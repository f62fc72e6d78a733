import {
  type FieldPath,
  innermostCollection,
  isPrefixOf,
  printFieldPath,
} from '../../domain/comparison/field-path.ts';
import { fieldsOfFilter } from '../../domain/comparison/filter.ts';
import {
  type ComparedField,
  type PairSpecification,
  sides,
  type TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import { functionFits } from '../../domain/comparison/resolve/function-rules.ts';
import { fieldNumberFault, testToleranceFaults } from '../../domain/comparison/test-rules.ts';
import { thresholdFaults } from '../../domain/comparison/tolerance-rules.ts';

/** What is wrong with a test, so that it cannot be planned; null where nothing is. */
export function faultOf(test: TestSpecification, specification: PairSpecification): string | null {
  const named = [...test.fields, ...test.keys];
  const fields = named.map((id) => specification.fields.find((field) => field.id === id));
  const unknown = named.find((_, index) => fields[index] === undefined);
  if (unknown !== undefined) return `There is no field ${unknown} in the specification.`;
  const known = fields.filter((field) => field !== undefined);
  return (
    fieldNumberFault(test)?.detail ??
    functionFault(test, known.slice(0, test.fields.length)) ??
    scopeFault(test, known) ??
    filterFault(test, specification) ??
    toleranceFault(test, known[0]) ??
    thresholdFaults(test.threshold)[0]?.detail ??
    null
  );
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
    for (const name of filter[side] === null ? [] : fieldsOfFilter(filter[side])) {
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

function toleranceFault(test: TestSpecification, field: ComparedField | undefined): string | null {
  if (test.tolerance === null) return null;
  return testToleranceFaults(test.tolerance, test, field?.comparisonType.kind)[0]?.detail ?? null;
}

function isVisible(path: FieldPath, scope: FieldPath): boolean {
  return isPrefixOf(innermostCollection(path) ?? [], scope);
}
