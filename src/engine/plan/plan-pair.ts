import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import {
  type ComparedField,
  type PairSpecification,
  sides,
  type TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import {
  aggregateFunctions,
  isOneOf,
  rowFunctions,
  setFunctions,
} from '../../domain/comparison/test-rules.ts';
import type {
  AggregateTest,
  Column,
  ColumnPair,
  ComparedColumn,
  Measure,
  MeasureKind,
  Measurement,
  MeasureReference,
  PairPlan,
  RefusedTest,
  RowComparison,
  Scan,
  SetTest,
} from './plan.ts';
import { faultOf } from './refuse-test.ts';

/** What each function is made of. */
const measuresOf: Record<AggregateTest['functionCode'] | SetTest['functionCode'], readonly MeasureKind[]> = {
  COUNT: ['rows', 'count'],
  COUNT_DISTINCT: ['rows', 'distinct', 'unconvertible'],
  MIN: ['rows', 'min', 'unconvertible'],
  MAX: ['rows', 'max', 'unconvertible'],
  AVG: ['rows', 'count', 'sum', 'unconvertible'],
  SUM: ['rows', 'count', 'sum', 'unconvertible'],
  SET_A_IN_B: ['rows', 'count', 'distinct', 'members', 'unconvertible'],
  SET_B_IN_A: ['rows', 'count', 'distinct', 'members', 'unconvertible'],
  SET_A_EQUALS_B: ['rows', 'count', 'distinct', 'members', 'unconvertible'],
};

/**
 * Plans the tests of a pair so that they share what they read: one measurement for all aggregates over the same rows
 * of a side, one comparison for all tests that match the same rows by the same keys.
 */
export function planPair(specification: PairSpecification): PairPlan {
  const faults = specification.tests.map((test) => [test, faultOf(test, specification)] as const);
  const sound = faults.flatMap(([test, fault]) => (fault === null ? [test] : []));
  const fields = new Map(specification.fields.map((field) => [field.id, field]));
  const measurements = { source: new Measurements(), target: new Measurements() };
  const valuesOf = (test: TestSpecification): MeasuredValues => {
    const field = fields.get(test.fields[0] ?? '') ?? null;
    return { scans: scansOf(test, specification), columns: field === null ? null : columnsOf(field) };
  };
  const referencesTo = ({ scans, columns }: MeasuredValues, kinds: BySide<readonly MeasureKind[]>) =>
    eachSide(scans, (scan, _peer, side) =>
      measurements[side].references(scan, columns?.[side] ?? null, kinds[side]),
    );

  const comparisons = planComparisons(
    sound.filter(({ functionCode }) => isOneOf(rowFunctions, functionCode)),
    fields,
    specification,
  );
  const comparedColumns = columnsComparedBy(comparisons);
  const setTests = sound.flatMap((test): readonly SetTest[] => {
    const { id: testId, functionCode, threshold, verification, evidenceRows } = test;
    const values = valuesOf(test);
    const { scans, columns } = values;
    if (!isOneOf(setFunctions, functionCode) || columns === null) return [];
    const measures = referencesTo(values, onceDistinct(measuresOf[functionCode]));
    const comparedBy =
      verification === 'exact' ? null : (comparedColumns.get(identityOf({ scans, columns })) ?? null);
    return [
      { testId, functionCode, scans, columns, measures, threshold, verification, evidenceRows, comparedBy },
    ];
  });
  const comparedSets = new Map(
    setTests.map(({ scans, columns }, index) => [identityOf({ scans, columns }), index]),
  );
  const aggregateTests = sound.flatMap((test): readonly AggregateTest[] => {
    const { id: testId, functionCode, tolerance } = test;
    if (!isOneOf(aggregateFunctions, functionCode)) return [];
    const values = valuesOf(test);
    const kinds = measuresOf[functionCode];
    const followsFrom =
      functionCode === 'COUNT_DISTINCT' ? (comparedSets.get(identityOf(values)) ?? null) : null;
    const measures = referencesTo(
      values,
      followsFrom === null ? { source: kinds, target: kinds } : onceDistinct(kinds),
    );
    const comparisonType = values.columns?.source.comparisonType ?? null;
    return [{ testId, functionCode, tolerance, comparisonType, measures, followsFrom }];
  });
  return deepFreeze({
    measurements: { source: measurements.source.all(), target: measurements.target.all() },
    aggregateTests,
    setTests,
    comparisons,
    refused: faults.flatMap(([{ id: testId, functionCode }, detail]): readonly RefusedTest[] =>
      detail === null ? [] : [{ testId, functionCode, code: 'specification_invalid', detail }],
    ),
  });
}

/** Which rows a test measures, and which column of them; null where it counts rows. */
interface MeasuredValues {
  readonly scans: BySide<Scan>;
  readonly columns: BySide<Column> | null;
}

function identityOf({ scans, columns }: MeasuredValues): string {
  return JSON.stringify([scans, columns]);
}

/** By what identifies the values of two columns, where rows are compared by them; the first of several comparisons. */
function columnsComparedBy(comparisons: readonly RowComparison[]): ReadonlyMap<string, ComparedColumn> {
  const compared = comparisons.flatMap(({ scans, keys, columns }, comparison) =>
    [...keys, ...columns].map(
      ({ source, target }, column) =>
        [identityOf({ scans, columns: { source, target } }), { comparison, column }] as const,
    ),
  );
  return new Map(compared.toReversed());
}

/** Where sets are compared, the target's number of distinct values follows from the source's. */
function onceDistinct(kinds: readonly MeasureKind[]): BySide<readonly MeasureKind[]> {
  return { source: kinds, target: kinds.filter((kind) => kind !== 'distinct') };
}

/** Tests over the same rows with the same keys share a comparison; without keys, tests of the same tuple do. */
function planComparisons(
  tests: readonly TestSpecification[],
  fields: ReadonlyMap<string, ComparedField>,
  specification: PairSpecification,
): readonly RowComparison[] {
  const groups = Map.groupBy(tests, ({ scope, filter, keys, fields: compared }) =>
    JSON.stringify([scope, filter, keys, keys.length === 0 ? compared : null]),
  );
  return [...groups.values()].map((group): RowComparison => {
    const columns = new Distinct<ColumnPair>(({ source, target }) => JSON.stringify([source, target]));
    const pairOf = (id: string) => columnPair(fields, id);
    const planned = group.map((test) => ({
      testId: test.id,
      functionCode: test.functionCode === 'OUTER_VALUE' ? ('OUTER_VALUE' as const) : ('VALUE' as const),
      columns: test.fields.map((id) => columns.indexOf(pairOf(id))),
      tolerance: test.tolerance,
      threshold: test.threshold,
      duplicateKeys: test.duplicateKeys,
      evidenceRows: test.evidenceRows,
    }));
    const [first] = group;
    if (first === undefined) throw new TypeError('A group has at least one test.');
    return {
      scans: scansOf(first, specification),
      keys: first.keys.map(pairOf),
      columns: columns.all(),
      tests: planned,
      verification: group.some(({ verification }) => verification === 'exact') ? 'exact' : 'hashed',
    };
  });
}

function columnPair(fields: ReadonlyMap<string, ComparedField>, id: string): ColumnPair {
  const field = fields.get(id);
  if (field === undefined) throw new TypeError(`The field ${id} was checked before.`);
  return { fieldId: id, ...columnsOf(field) };
}

function columnsOf(field: ComparedField): BySide<Column> {
  const { comparisonType, options } = field;
  const fitsLong = sides.every((side) => isWithinLong(field[side].logicalType, comparisonType));
  return eachSide({ source: field.source, target: field.target }, (own, _peer, side) => ({
    side,
    field: own,
    comparisonType,
    options,
    fitsLong,
  }));
}

/** Text counts as its peer: a number that the peer cannot hold is unconvertible anyway. */
function isWithinLong(type: LogicalType, comparison: ComparisonType): boolean {
  if (comparison.kind !== 'exactNumeric' || comparison.scale > 0 || comparison.precision > 19) return false;
  return type.kind !== 'decimal' || type.precision <= 18;
}

function scansOf({ scope, filter }: TestSpecification, { datasets }: PairSpecification): BySide<Scan> {
  return eachSide(datasets, ({ filterFields, maps = [] }, _peer, side: Side) => ({
    side,
    scope: scope[side],
    filter: filter[side],
    filterFields: filter[side] === null ? {} : filterFields,
    maps,
  }));
}

/** The measurements of one side, each scan once. */
class Measurements {
  readonly #scans = new Distinct<Scan>(JSON.stringify);
  readonly #columns: Distinct<Column>[] = [];
  readonly #measures: Distinct<Measure>[] = [];

  references(
    scan: Scan,
    column: Column | null,
    kinds: readonly MeasureKind[],
  ): Partial<Record<MeasureKind, MeasureReference>> {
    const measurement = this.#scans.indexOf(scan);
    this.#columns[measurement] ??= new Distinct<Column>(JSON.stringify);
    this.#measures[measurement] ??= new Distinct<Measure>(JSON.stringify);
    const columns = this.#columns[measurement];
    const measures = this.#measures[measurement];
    const wanted = kinds.filter((kind) => kind === 'rows' || column !== null);
    return Object.fromEntries(
      wanted.map((kind) => {
        const index = kind === 'rows' || column === null ? null : columns.indexOf(column);
        return [kind, { measurement, measure: measures.indexOf({ kind, column: index }) }];
      }),
    );
  }

  all(): readonly Measurement[] {
    return this.#scans.all().map((scan, index) => ({
      scan,
      columns: this.#columns[index]?.all() ?? [],
      measures: this.#measures[index]?.all() ?? [],
    }));
  }
}

/** Things in the order in which they first came, each once. */
class Distinct<T> {
  readonly #identity: (item: T) => string;
  readonly #indexes = new Map<string, number>();
  readonly #items: T[] = [];

  constructor(identity: (item: T) => string) {
    this.#identity = identity;
  }

  indexOf(item: T): number {
    const identity = this.#identity(item);
    const known = this.#indexes.get(identity);
    if (known !== undefined) return known;
    this.#indexes.set(identity, this.#items.length);
    return this.#items.push(item) - 1;
  }

  all(): readonly T[] {
    return this.#items;
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}
