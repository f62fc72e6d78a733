import fc from 'fast-check';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import { type FieldPath, fieldPath, itemsStep } from '../../../src/domain/comparison/field-path.ts';
import {
  type ComparedField,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../../src/domain/comparison/pair-specification.ts';
import { exactText } from '../../../src/domain/comparison/tolerance.ts';
import { int64, list, type Relation, struct, table, text, type Value } from '../../support/relations.ts';
import type { Pairing } from './pairings.ts';
import { resolvePairing } from './resolve-pairing.ts';
import { orNull } from './values.ts';

/** Rows with a list of orders, each with a list of lines; either may be empty, NULL or hold NULL. */
const columns = {
  id: int64,
  orders: list(struct({ number: int64, lines: list(struct({ sku: text, quantity: int64 })) })),
};

export interface GeneratedItems {
  readonly [fc.toStringMethod]: () => string;
  readonly relations: BySide<Relation>;
  readonly verification: 'hashed' | 'exact';
}

const numbers = orNull(fc.integer({ min: 0, max: 2 }).map(String));
const lines: fc.Arbitrary<Value> = orNull(
  fc.array(orNull(fc.tuple(orNull(fc.constantFrom('a', 'b', '')), numbers)), { maxLength: 3 }),
);
const orders: fc.Arbitrary<Value> = orNull(fc.array(orNull(fc.tuple(numbers, lines)), { maxLength: 3 }));
const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }).map(String), orders), { maxLength: 5 });

/** The same rows on both sides, but for some that have other orders. */
export const itemPairs: fc.Arbitrary<GeneratedItems> = fc
  .record({
    rows,
    others: fc.array(fc.tuple(fc.nat(), orders), { maxLength: 2 }),
    extra: fc.oneof(fc.constant([]), rows),
    verification: fc.constantFrom('hashed' as const, 'exact' as const),
  })
  .map(({ rows: source, others, extra, verification }) => {
    const target: (readonly Value[])[] = [...source.toReversed(), ...extra];
    for (const [place, other] of others) {
      const index = place % Math.max(1, target.length);
      const row = target[index];
      if (row) target[index] = [row[0] ?? null, other];
    }
    return {
      [fc.toStringMethod]: () => JSON.stringify({ source, target, verification }),
      relations: { source: table(columns, ...source), target: table(columns, ...target) },
      verification,
    };
  });

const ordersScope: FieldPath = [...fieldPath('orders'), itemsStep];
const linesScope: FieldPath = [...ordersScope, ...fieldPath('lines'), itemsStep];

const paths = {
  id: fieldPath('id'),
  number: [...ordersScope, ...fieldPath('number')],
  sku: [...linesScope, ...fieldPath('sku')],
  quantity: [...linesScope, ...fieldPath('quantity')],
} as const satisfies Record<string, FieldPath>;

/** Tests that look at orders, and tests that look at lines, with keys of all levels. */
export function specifyItems({ verification }: GeneratedItems): PairSpecification {
  const number: Pairing['source'] = int64;
  const fields = [
    field('id', paths.id, number),
    field('number', paths.number, number),
    field('sku', paths.sku, text),
    field('quantity', paths.quantity, number),
  ];
  const inOrders = { source: ordersScope, target: ordersScope };
  const inLines = { source: linesScope, target: linesScope };
  const asked: readonly (Partial<TestSpecification> & Pick<TestSpecification, 'functionCode' | 'fields'>)[] =
    [
      { functionCode: 'COUNT', fields: [], scope: inOrders },
      { functionCode: 'COUNT', fields: [], scope: inLines },
      ...(['COUNT', 'COUNT_DISTINCT', 'SUM', 'MIN', 'AVG', 'SET_A_EQUALS_B', 'SET_A_IN_B'] as const).flatMap(
        (functionCode) => [
          { functionCode, fields: ['number'], scope: inOrders },
          { functionCode, fields: ['quantity'], scope: inLines },
          { functionCode, fields: ['id'], scope: inLines },
        ],
      ),
      { functionCode: 'VALUE', fields: ['number'], keys: ['id'], scope: inOrders },
      { functionCode: 'OUTER_VALUE', fields: ['id'], keys: ['id', 'number'], scope: inOrders },
      { functionCode: 'OUTER_VALUE', fields: ['quantity'], keys: ['id', 'number', 'sku'], scope: inLines },
      { functionCode: 'VALUE', fields: ['sku', 'quantity'], keys: ['id'], scope: inLines },
      { functionCode: 'VALUE', fields: ['id', 'number'], keys: [], scope: inOrders },
      { functionCode: 'VALUE', fields: ['sku', 'quantity'], keys: [], scope: inLines },
    ];
  const described = (name: string) => ({ name, filterFields: {}, maps: [] });
  return {
    datasets: { source: described('source'), target: described('target') },
    fields,
    tests: asked.map((ask, index) =>
      testSpecification({ id: `test ${index + 1}`, duplicateKeys: 'allow', verification, ...ask }),
    ),
  };
}

function field(id: string, path: FieldPath, type: Pairing['source']): ComparedField {
  const zones = { source: null, target: null };
  const pairing = { name: id, source: type, target: type, selection: null, zones };
  const { comparisonType, source } = resolvePairing(pairing, 'valueField', 'VALUE');
  if (comparisonType === null) throw new TypeError(`${id} does not resolve.`);
  const side = {
    path,
    logicalType: source.logicalType,
    nativeType: source.nativeType,
    binding: source.binding,
  };
  return {
    id,
    source: side,
    target: side,
    comparisonType,
    options: { text: exactText, listOrder: 'ordered' },
  };
}
