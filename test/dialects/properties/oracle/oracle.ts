import type { BySide } from '../../../../src/domain/comparison/by-side.ts';
import { eachSide } from '../../../../src/domain/comparison/by-side.ts';
import type {
  ComparedField,
  PairSpecification,
  TestSpecification,
} from '../../../../src/domain/comparison/pair-specification.ts';
import type { Side } from '../../../../src/domain/comparison/resolution.ts';
import type { Relation } from '../../../support/relations.ts';
import { type Aggregate, aggregate } from './aggregate.ts';
import { type Answer, aggregatesAgree, aggregateText } from './aggregates-agree.ts';
import { type Canonical, isUnconvertible } from './canonical.ts';
import { type ComparedRow, compareByKey, compareWholeRows, type RowCounts } from './compare-rows.ts';
import { compareSets } from './compare-sets.ts';
import { isItem, type Observation, observe, valueAt } from './observe.ts';
import { passes } from './passes.ts';
import { compare as compareRationals, rational, readDecimal } from './rational.ts';
import { readValue } from './read-value.ts';

/**
 * What a test must find, in the words of a test report. `either`: rounding decides, and both answers are right;
 * `undecidable`: the engine must say that it cannot.
 */
export interface Finding {
  readonly status: Answer;
  readonly rows: BySide<number>;
  /** The aggregates as text; null where there is none, or where no text says it exactly. */
  readonly values: BySide<string | null> | null;
  readonly matchedRows: number | null;
  readonly mismatchedRows: number | null;
  readonly missingInSource: number | null;
  readonly missingInTarget: number | null;
  readonly duplicateKeys: BySide<number> | null;
  readonly unconvertible: BySide<number>;
}

/** Compares two tables in memory by every test of a specification, in the most obvious way. */
export function findAll(specification: PairSpecification, relations: BySide<Relation>): readonly Finding[] {
  return specification.tests.map((test) => find(specification, test, relations));
}

function find(
  specification: PairSpecification,
  test: TestSpecification,
  relations: BySide<Relation>,
): Finding {
  const fields = fieldsNamed(specification, test.fields);
  const keys = fieldsNamed(specification, test.keys);
  const matchesRows = test.functionCode === 'VALUE' || test.functionCode === 'OUTER_VALUE';
  const rows = eachSide(relations, (relation, _peer, side) => {
    const filter = test.filter[side];
    return (
      observe(relation, test.scope[side])
        .filter(
          (observation) =>
            filter === null || passes(filter, relation, observation, specification.datasets[side]),
        )
        // A parent without items is compared with its peer, but neither counted nor summed.
        .filter((observation) => matchesRows || isItem(observation))
        .map((observation) => ({
          presence: observation.presence.join(),
          key: keys.map((field) => readField(relation, observation, field, side)),
          values: fields.map((field) => readField(relation, observation, field, side)),
        }))
    );
  });
  const shared = {
    rows: eachSide(rows, (own) => own.length),
    unconvertible: eachSide(rows, (own) => unreadableValues(own, test)),
  };
  switch (test.functionCode) {
    case 'VALUE':
    case 'OUTER_VALUE':
      return { ...shared, values: null, ...ofRows(test, rows, shared.unconvertible) };
    case 'SET_A_IN_B':
    case 'SET_B_IN_A':
    case 'SET_A_EQUALS_B':
      return { ...shared, ...noRows, values: null, ...ofSets(test, rows, shared.unconvertible) };
    default:
      return { ...shared, ...noRows, ...ofAggregates(test, rows, shared.unconvertible) };
  }
}

const noRows = {
  matchedRows: null,
  mismatchedRows: null,
  missingInSource: null,
  missingInTarget: null,
  duplicateKeys: null,
} as const;

type Rows = BySide<readonly ComparedRow[]>;

function ofRows(
  test: TestSpecification,
  rows: Rows,
  unconvertible: BySide<number>,
): RowCounts & { readonly status: 'pass' | 'fail' } {
  const keyed = test.keys.length > 0;
  const counts = keyed ? compareByKey(rows, test.tolerance) : compareWholeRows(rows);
  const missing = counts.missingInSource + counts.missingInTarget;
  const unmatchedFail = !keyed || test.functionCode === 'OUTER_VALUE';
  const differing = counts.mismatchedRows + (unmatchedFail ? missing : 0);
  const compared = counts.matchedRows + (unmatchedFail ? missing : 0);
  const duplicates = counts.duplicateKeys.source + counts.duplicateKeys.target;
  const passes =
    withinThreshold(test, differing, compared) &&
    none(unconvertible) &&
    (duplicates === 0 || test.duplicateKeys === 'allow');
  return { ...counts, status: passes ? 'pass' : 'fail' };
}

function ofSets(test: TestSpecification, rows: Rows, unconvertible: BySide<number>) {
  const counts = compareSets(eachSide(rows, firstValues));
  const differing =
    (test.functionCode === 'SET_B_IN_A' ? 0 : counts.missingInTarget) +
    (test.functionCode === 'SET_A_IN_B' ? 0 : counts.missingInSource);
  const passes = differing === 0 && none(unconvertible);
  return { ...counts, status: passes ? ('pass' as const) : ('fail' as const) };
}

function ofAggregates(test: TestSpecification, rows: Rows, unconvertible: BySide<number>) {
  const { source, target } = eachSide(
    rows,
    (own): Aggregate =>
      test.fields.length === 0
        ? { kind: 'exact', value: rational(BigInt(own.length)) }
        : aggregate(test.functionCode, firstValues(own)),
  );
  const answer: Answer = aggregatesAgree(source, target, test.tolerance);
  return {
    values: {
      source: aggregateText(test.functionCode, source),
      target: aggregateText(test.functionCode, target),
    },
    status: none(unconvertible) || answer === 'undecidable' ? answer : ('fail' as const),
  };
}

function fieldsNamed(specification: PairSpecification, ids: readonly string[]): readonly ComparedField[] {
  return ids.map((id) => {
    const field = specification.fields.find((candidate) => candidate.id === id);
    if (field === undefined) throw new TypeError(`There is no field ${id}.`);
    return field;
  });
}

function readField(
  relation: Relation,
  observation: Observation,
  field: ComparedField,
  side: Side,
): Canonical {
  const { path, binding } = field[side];
  const peerType = field[side === 'source' ? 'target' : 'source'].logicalType;
  const { value, type } = valueAt(relation, observation, path);
  return readValue(value, type, field.comparisonType, { side, binding, peerType, options: field.options });
}

/** COUNT looks at no value, so it finds none unreadable. */
function unreadableValues(rows: readonly ComparedRow[], test: TestSpecification): number {
  if (test.functionCode === 'COUNT') return 0;
  return rows.flatMap(({ key, values }) => [...key, ...values]).filter(isUnconvertible).length;
}

function firstValues(rows: readonly ComparedRow[]): readonly Canonical[] {
  return rows.flatMap(({ values }) => values.slice(0, 1));
}

function none(counts: BySide<number>): boolean {
  return counts.source + counts.target === 0;
}

function withinThreshold({ threshold }: TestSpecification, differing: number, compared: number): boolean {
  if (threshold.maxRows === null && threshold.maxRatio === null) return differing === 0;
  const fewEnough = threshold.maxRows === null || BigInt(differing) <= BigInt(threshold.maxRows);
  if (threshold.maxRatio === null) return fewEnough;
  const most = readDecimal(threshold.maxRatio) ?? rational(0n);
  // differing / compared ≤ most, with nothing to divide by.
  return (
    fewEnough &&
    compareRationals(
      rational(BigInt(differing)),
      rational(most.numerator * BigInt(compared), most.denominator),
    ) <= 0
  );
}
