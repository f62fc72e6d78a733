import type { FieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type {
  DatasetField,
  PairSpecification,
  TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';

/** Which fields of a side some tests look at, and which rows: so much is read, and no more. */
export interface Need {
  /** Names of the fields that are compared, in no order. */
  readonly fields: readonly string[];
  /** Names of the fields that filters look at besides. */
  readonly filterFields: readonly string[];
  /** Which rows any of the tests looks at; null for all. */
  readonly filter: Filter | null;
  /** Whether all tests look at just these rows, so that they need not be filtered again. */
  readonly sameFilter: boolean;
}

/** A filter of very many parts costs the server more than it saves. */
const mostFilters = 8;

export function needOf(specification: PairSpecification, sides: readonly Side[]): Need {
  const fields = new Set<string>();
  const filterFields = new Set<string>();
  const filters = new Map<string, Filter | null>();
  for (const side of sides) {
    for (const test of specification.tests) {
      for (const name of fieldsOfTest(specification, test, side)) fields.add(name);
      const filter = test.filter[side];
      const named = specification.datasets[side].filterFields;
      for (const name of fieldsOfFilter(filter, named)) filterFields.add(name);
      filters.set(JSON.stringify(filter), filter);
    }
  }
  const distinct = [...filters.values()];
  const wanted = distinct.filter((filter) => filter !== null);
  const filter = wanted.length < distinct.length || wanted.length > mostFilters ? null : anyOf(wanted);
  return {
    fields: [...fields],
    filterFields: [...filterFields],
    filter,
    sameFilter: distinct.length === 1,
  };
}

function anyOf(filters: readonly Filter[]): Filter | null {
  const [first, ...others] = filters;
  if (first === undefined) return null;
  return others.length === 0 ? first : { any: filters };
}

/** Names of the fields, at the top, that a test reads of a side: its own, its keys and the collection of its scope. */
export function fieldsOfTest(
  { fields }: PairSpecification,
  test: TestSpecification,
  side: Side,
): readonly string[] {
  const used = new Set([...test.fields, ...test.keys]);
  const paths = fields.filter(({ id }) => used.has(id)).map((field) => field[side].path);
  return [...paths, test.scope[side]].flatMap(topOf);
}

/** Names of the fields, at the top, that a filter looks at. */
export function fieldsOfFilter(
  filter: Filter | null,
  named: Readonly<Record<string, DatasetField>>,
): readonly string[] {
  return namesInFilter(filter).flatMap((text) => topOf(named[text]?.path ?? []));
}

/** The texts by which a filter names fields. */
export function namesInFilter(filter: Filter | null): readonly string[] {
  if (filter === null) return [];
  if ('all' in filter) return filter.all.flatMap(namesInFilter);
  if ('any' in filter) return filter.any.flatMap(namesInFilter);
  if ('not' in filter) return namesInFilter(filter.not);
  return [filter.field];
}

function topOf([step]: FieldPath): readonly string[] {
  return step?.kind === 'name' ? [step.name] : [];
}
