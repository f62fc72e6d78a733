import {
  decimal,
  double,
  int32,
  int64,
  json,
  list,
  map,
  naive,
  struct,
  table,
  text,
  valuesOf,
} from '../../support/relations.ts';
import {
  asNumber,
  check,
  checks,
  fails,
  incompatible,
  passes,
  rowFunctions,
  setFunctions,
  type Trap,
} from './trap.ts';

const order = struct({ sku: text, quantity: int64 });
const orders = { id: int64, orders: list(order) };

export const nestedTraps: readonly Trap[] = [
  {
    number: 56,
    title: 'Array order counts unless a bag is asked for',
    cases: [
      {
        name: 'lists of numbers',
        source: valuesOf(list(int64), ['1', '2'], ['1', '1', '2'], ['1', '2', '2']),
        target: valuesOf(list(int64), ['2', '1'], ['1', '2', '1'], ['1', '1', '2']),
        alsoAs: ['json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 3 })),
          ...checks(rowFunctions, fails({ mismatched: 1 }), { listOrder: 'bag' }),
        ],
      },
      {
        name: 'NULL in a bag',
        source: valuesOf(list(text), [null, 'a'], [null, null, 'a']),
        target: valuesOf(list(text), ['a', null], ['a', null, 'a']),
        checks: [check('VALUE', fails({ mismatched: 1 }), { listOrder: 'bag' })],
      },
      {
        name: 'lists of structs',
        source: valuesOf(list(order), [
          ['a', '1'],
          ['b', '2'],
        ]),
        target: valuesOf(list(order), [
          ['b', '2'],
          ['a', '1'],
        ]),
        alsoAs: ['json'],
        checks: [check('VALUE', fails({ mismatched: 1 })), check('VALUE', passes(), { listOrder: 'bag' })],
      },
    ],
  },
  {
    number: 57,
    title: "[1,null] ≠ [1]; NULL ≠ []; ['a,b'] ≠ ['a','b']",
    cases: [
      {
        name: 'lists of numbers',
        source: valuesOf(list(int64), ['1', null], null, [], [null], ['1', null]),
        target: valuesOf(list(int64), ['1'], [], [null], null, ['1', null]),
        alsoAs: ['json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 4 })),
          check('VALUE', fails({ mismatched: 4 }), { listOrder: 'bag' }),
          check('COUNT', passes({ values: ['4', '4'] })),
        ],
      },
      {
        name: 'lists of texts',
        source: valuesOf(list(text), ['a,b'], ['a, b'], [''], ["a', 'b"], ['NULL'], ['a,b']),
        target: valuesOf(list(text), ['a', 'b'], ['a', 'b'], [], ['a', 'b'], [null], ['a,b']),
        alsoAs: ['json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 5 })),
          check('VALUE', fails({ mismatched: 5 }), { listOrder: 'bag' }),
        ],
      },
      {
        name: 'lists of lists',
        source: valuesOf(list(list(int64)), [['1'], ['2']], [[]], [null], [['1', '2']]),
        target: valuesOf(list(list(int64)), [['1', '2']], [], [[]], [['1', '2']]),
        checks: checks(rowFunctions, fails({ mismatched: 3 })),
      },
      {
        name: 'structs: NULL and a struct of NULLs',
        source: valuesOf(struct({ a: int64, b: text }), null, [null, null], ['1', null]),
        target: valuesOf(struct({ a: int64, b: text }), [null, null], [null, null], [null, '1']),
        checks: checks(rowFunctions, fails({ mismatched: 2 })),
      },
      {
        name: 'whole rows',
        source: valuesOf(list(int64), ['1', null], null),
        target: valuesOf(list(int64), ['1'], []),
        keys: [],
        checks: [check('VALUE', fails({ missingInSource: 2, missingInTarget: 2 }))],
      },
      {
        name: 'items compare through their resolved type',
        source: valuesOf(list(int32), ['1', '2'], ['1']),
        target: valuesOf(list(decimal(10, 2)), ['1.00', '2.00'], ['1.01']),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
      {
        name: 'items are cut to the lower precision',
        source: valuesOf(list(naive(9)), ['2024-05-01 12:00:00.123456789']),
        target: valuesOf(list(naive(6)), ['2024-05-01 12:00:00.123456']),
        checks: [check('VALUE', passes())],
      },
    ],
  },
  {
    number: 58,
    title: 'Object and map key order is ignored',
    cases: [
      {
        name: 'maps',
        source: valuesOf(map(text, int64), [
          ['a', '1'],
          ['b', '2'],
        ]),
        target: valuesOf(map(text, int64), [
          ['b', '2'],
          ['a', '1'],
        ]),
        checks: checks(rowFunctions, passes()),
      },
      {
        name: 'maps that differ',
        source: valuesOf(map(text, int64), [['a', '1']], [['a', null]], [], null),
        target: valuesOf(map(text, int64), [['a', '2']], [], [['a', '1']], []),
        checks: checks(rowFunctions, fails({ mismatched: 4 })),
      },
      {
        name: 'structs with their fields in another order',
        source: valuesOf(struct({ a: int64, b: text }), ['1', 'x'], ['1', 'x']),
        target: valuesOf(struct({ b: text, a: int64 }), ['x', '1'], ['y', '1']),
        alsoAs: ['json'],
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
      {
        name: 'JSON documents',
        source: valuesOf(
          json,
          '{"a": 1, "b": {"c": [1, 2], "d": null}}',
          '{"a": 1.0, "b": 1e2}',
          '{"a": 9007199254740993}',
          '[1, 2]',
          '{"a": "1"}',
          '"caf\\u00e9"',
        ),
        target: valuesOf(
          json,
          '{"b":{"d":null,"c":[1,2]},"a":1}',
          '{"b": 100, "a": 1}',
          '{"a": 9007199254740992}',
          '[2, 1]',
          '{"a": 1}',
          '"café"',
        ),
        checks: checks(rowFunctions, fails({ mismatched: 3 })),
      },
      {
        name: 'structs of another shape do not compare',
        source: valuesOf(struct({ a: int64, b: text }), ['1', 'x']),
        target: valuesOf(struct({ a: int64 }), ['1']),
        checks: [check('VALUE', incompatible), check('COUNT', passes({ values: ['1', '1'] }))],
      },
    ],
  },
  {
    number: 59,
    title: 'Unnesting an empty array does not lose its parent',
    cases: [
      {
        name: 'rows with an empty list are still rows',
        source: table(orders, ['1', [['a', '1']]], ['2', []], ['3', null]),
        target: table(orders, ['1', [['a', '1']]], ['2', []], ['3', null]),
        alsoAs: ['json'],
        checks: [
          check('COUNT', passes({ values: ['3', '3'] }), { on: [] }),
          check('COUNT', passes({ values: ['3', '3'] }), { on: 'id' }),
          ...checks(rowFunctions, passes(), { on: 'orders' }),
          check('COUNT', passes({ values: ['1', '1'] }), { on: 'orders[].sku', scope: 'orders[]' }),
        ],
      },
      {
        name: 'an item more or less is found by the parent and among the items',
        source: table(
          orders,
          [
            '1',
            [
              ['a', '1'],
              ['b', '2'],
            ],
          ],
          ['2', []],
        ),
        target: table(orders, ['1', [['a', '1']]], ['2', [['c', '3']]]),
        alsoAs: ['json'],
        checks: [
          check('VALUE', fails({ mismatched: 2 }), { on: 'orders' }),
          check('SUM', fails({ values: ['3', '4'] }), { on: 'orders[].quantity', scope: 'orders[]' }),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 }), {
            on: 'orders[].sku',
            scope: 'orders[]',
          }),
          // The parent that has no item is a row of its own, which the other side does not have.
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 2 }), {
            on: 'orders[].quantity',
            keys: ['id', 'orders[].sku'],
            scope: 'orders[]',
          }),
        ],
      },
      {
        name: 'entries of maps are items too',
        source: table(
          { id: int64, m: map(text, int64) },
          [
            '1',
            [
              ['a', '1'],
              ['b', '2'],
            ],
          ],
          ['2', []],
          ['3', null],
        ),
        target: table(
          { id: int64, m: map(text, int64) },
          [
            '1',
            [
              ['b', '2'],
              ['a', '3'],
            ],
          ],
          ['2', []],
          ['3', []],
        ),
        checks: [
          check('VALUE', fails({ mismatched: 1, missingInSource: 1, missingInTarget: 1 }), {
            on: 'm[].value',
            keys: ['id', 'm[].key'],
            scope: 'm[]',
          }),
          check('SUM', fails({ values: ['3', '5'] }), { on: 'm[].value', scope: 'm[]' }),
          check('SET_A_EQUALS_B', passes(), { on: 'm[].key', scope: 'm[]' }),
        ],
      },
      {
        name: 'a key inside the items meets the key of its parent',
        source: table(orders, ['1', [['a', '1']]], ['2', [['a', '2']]]),
        target: table(orders, ['1', [['a', '2']]], ['2', [['a', '1']]]),
        checks: [
          check('VALUE', fails({ mismatched: 2 }), {
            on: 'orders[].quantity',
            keys: ['id', 'orders[].sku'],
            scope: 'orders[]',
          }),
          check('SUM', passes({ values: ['3', '3'] }), { on: 'orders[].quantity', scope: 'orders[]' }),
        ],
      },
    ],
  },
  {
    number: 60,
    title: 'Sets: NULL counts once, duplicates do not count, 1 and 1.0 unify',
    cases: [
      {
        name: 'NULL once, duplicates not at all',
        source: valuesOf(int64, null, null, '1', '1', '2'),
        target: valuesOf(int64, null, '2', '2', '1'),
        alsoAs: ['csv', 'json'],
        checks: [...checks(setFunctions, passes()), check('COUNT_DISTINCT', passes({ values: ['2', '2'] }))],
      },
      {
        name: 'NULL on one side only',
        source: valuesOf(int64, null, null, '1'),
        target: valuesOf(int64, '1'),
        checks: [
          check('SET_A_IN_B', fails({ missingInTarget: 1 })),
          check('SET_B_IN_A', passes({ missingInTarget: 1 })),
          check('SET_A_EQUALS_B', fails({ missingInTarget: 1 })),
        ],
      },
      {
        name: 'a number of two types',
        source: valuesOf(int64, '1', '2'),
        target: valuesOf(decimal(5, 2), '1.00', '2.00', '2.00'),
        checks: checks(setFunctions, passes()),
      },
      {
        name: 'a whole number and a double',
        source: valuesOf(int64, '1', '2'),
        target: valuesOf(double, '1.0', '2', '3'),
        checks: [
          check('SET_A_IN_B', passes({ missingInSource: 1 })),
          check('SET_B_IN_A', fails({ missingInSource: 1 })),
        ],
      },
      {
        name: 'a number and text',
        source: valuesOf(int64, '1', '2'),
        target: valuesOf(text, '1.0', '01', '2', '+2'),
        checks: checks(setFunctions, passes(), { selection: asNumber }),
      },
    ],
  },
];
