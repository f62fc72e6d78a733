import { type BySide, eachSide } from '../comparison/by-side.ts';
import { type FieldPath, parseFieldPath, printFieldPath } from '../comparison/field-path.ts';
import { type Filter, fieldsOfFilter } from '../comparison/filter.ts';
import type {
  BoundField,
  ComparedField,
  DatasetDescriptor,
  DatasetField,
  PairSpecification,
  TestSpecification,
} from '../comparison/pair-specification.ts';
import type { Side } from '../comparison/resolution.ts';
import { asSaved } from './asked-test.ts';
import { type ExaminedFields, type ExaminedTest, examineTest } from './examine-test.ts';
import { reasonsOf } from './fit-of-test.ts';
import { findSpecifiedField, type SpecifiedDataset } from './specified-dataset.ts';
import type { FitReason, TestDefinition } from './validation-test.ts';

export interface TestToSpecify {
  /** Becomes the id of the test in the specification and in its report. */
  readonly id: string;
  readonly definition: TestDefinition;
}

export interface SpecifiedPair {
  /** Of the tests that fit, in their order. */
  readonly specification: PairSpecification;
  /** The tests that no longer fit the datasets, and why. */
  readonly refused: readonly { readonly id: string; readonly reasons: readonly FitReason[] }[];
}

/** What an executor is to compare: the tests of a pair, held against its datasets as they are prepared now. */
export function specifyPair(
  datasets: BySide<SpecifiedDataset>,
  tests: readonly TestToSpecify[],
): SpecifiedPair {
  const examined = tests.map((test) => ({
    ...test,
    examination: examineTest(datasets, asSaved(test.definition)),
  }));
  const fields = new ComparedFields();
  const fitting = examined.flatMap(({ id, definition, examination }) =>
    examination.ok ? [{ id, definition, test: examination.test }] : [],
  );
  const specified = fitting.map(({ id, definition, test }) =>
    specifyTest(id, definition, test, (each) => fields.idOf(each)),
  );
  return {
    specification: {
      datasets: eachSide(datasets, (dataset, _peer, side) =>
        describeDataset(
          dataset,
          side,
          fitting.map(({ test }) => test),
        ),
      ),
      fields: fields.all(),
      tests: specified,
    },
    refused: examined.flatMap(({ id, examination }) =>
      examination.ok ? [] : [{ id, reasons: reasonsOf(examination.faults) }],
    ),
  };
}

function specifyTest(
  id: string,
  definition: TestDefinition,
  { fields, keys, scope, filter }: ExaminedTest,
  idOf: (fields: ExaminedFields) => string,
): TestSpecification {
  const { functionCode, tolerance, threshold, duplicateKeys, verification, evidenceRows } = definition;
  return {
    id,
    functionCode,
    fields: fields.map(idOf),
    keys: keys.map(idOf),
    scope: eachSide(scope, ({ path }) => path),
    filter,
    tolerance,
    threshold,
    duplicateKeys,
    verification,
    evidenceRows,
  };
}

/** The same fields in the same type are one compared field, in whatever number of tests: so tests share what is read. */
class ComparedFields {
  readonly #byContent = new Map<string, ComparedField>();

  idOf({ sides, resolution, comparisonType, options }: ExaminedFields): string {
    const bound = eachSide(
      sides,
      ({ path, field: { logicalType, nativeType } }, _peer, side): BoundField => ({
        path,
        logicalType,
        nativeType,
        binding: resolution[side].binding,
      }),
    );
    const content = { source: bound.source, target: bound.target, comparisonType, options };
    const text = JSON.stringify(content);
    const field = this.#byContent.get(text) ?? { id: `field${this.#byContent.size + 1}`, ...content };
    this.#byContent.set(text, field);
    return field.id;
  }

  all(): readonly ComparedField[] {
    return [...this.#byContent.values()];
  }
}

function describeDataset(
  dataset: SpecifiedDataset,
  side: Side,
  tests: readonly ExaminedTest[],
): DatasetDescriptor {
  const filters = tests.flatMap(({ filter }) => filter[side] ?? []);
  return {
    name: dataset.name,
    filterFields: filterFields(dataset, filters),
    maps: mapsAround(
      dataset,
      tests.map(({ scope }) => scope[side].path),
    ),
  };
}

function filterFields(
  dataset: SpecifiedDataset,
  filters: readonly Filter[],
): Readonly<Record<string, DatasetField>> {
  const names = new Set(filters.flatMap(fieldsOfFilter));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const path = parseFieldPath(name);
      const found = path.ok ? findSpecifiedField(dataset, path.value) : null;
      if (!path.ok || !found?.found) return [];
      const { logicalType, nativeType } = found.field;
      return [[name, { path: path.value, logicalType, nativeType }]];
    }),
  );
}

/** The collections on the way to what is observed that are maps, each with its step into the entries. */
function mapsAround(dataset: SpecifiedDataset, scopes: readonly FieldPath[]): readonly FieldPath[] {
  const collections = scopes.flatMap((scope) =>
    scope.flatMap((step, index) => (step.kind === 'items' ? [scope.slice(0, index + 1)] : [])),
  );
  const distinct = new Map(collections.map((path) => [printFieldPath(path), path]));
  return [...distinct.values()].filter((path) => {
    const found = findSpecifiedField(dataset, path.slice(0, -1));
    return found.found && found.field.logicalType.kind === 'map';
  });
}
