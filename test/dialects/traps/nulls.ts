import {
  binary,
  boolean,
  date,
  decimal,
  double,
  int64,
  list,
  naive,
  type Relation,
  table,
  text,
  uuid,
  valuesOf,
} from '../../support/relations.ts';
import {
  aggregates,
  asNumber,
  asText,
  asTime,
  check,
  checks,
  fails,
  passes,
  rowFunctions,
  setFunctions,
  type Trap,
} from './trap.ts';

const empty: Relation = valuesOf(int64);

export const nullTraps: readonly Trap[] = [
  {
    number: 17,
    title: 'NULL and a value differ',
    cases: [
      ...[
        { name: 'whole numbers', type: int64, zero: '0' },
        { name: 'decimals', type: decimal(5, 2), zero: '0.00' },
        { name: 'doubles', type: double, zero: '0' },
        { name: 'booleans', type: boolean, zero: false },
        { name: 'texts', type: text, zero: '' },
        { name: 'dates', type: date, zero: '1970-01-01' },
        { name: 'timestamps', type: naive(6), zero: '1970-01-01 00:00:00' },
        { name: 'UUIDs', type: uuid, zero: '00000000-0000-0000-0000-000000000000' },
        { name: 'bytes', type: binary, zero: '' },
        { name: 'lists', type: list(int64), zero: [] },
      ].map(({ name, type, zero }) => ({
        name,
        source: valuesOf(type, null, zero, null, zero),
        target: valuesOf(type, zero, null, null, zero),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 })),
          check('VALUE', passes(), { keys: [] }),
          check('COUNT', passes({ values: ['2', '2'] })),
        ],
      })),
      {
        name: 'in aggregates',
        source: valuesOf(int64, null, null),
        target: valuesOf(int64, '0', null),
        checks: [
          ...checks(['MIN', 'MAX', 'SUM', 'AVG'], fails({ values: [null, '0'] })),
          ...checks(['COUNT', 'COUNT_DISTINCT'], fails({ values: ['0', '1'] })),
          check('SET_A_IN_B', passes({ missingInSource: 1 })),
          check('SET_B_IN_A', fails({ missingInSource: 1 })),
        ],
      },
      {
        name: 'in a tuple of several fields',
        source: table({ id: int64, a: int64, b: int64 }, ['1', '1', null], ['2', null, '1']),
        target: table({ id: int64, a: int64, b: int64 }, ['1', null, '1'], ['2', null, '1']),
        checks: [
          check('VALUE', fails({ mismatched: 1 }), { on: ['a', 'b'] }),
          check('VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: ['a', 'b'], keys: [] }),
        ],
      },
    ],
  },
  {
    number: 18,
    title: 'All-NULL on both sides: the aggregate passes',
    cases: [
      {
        name: 'whole numbers',
        source: valuesOf(int64, null, null),
        target: valuesOf(int64, null, null),
        checks: [
          ...checks(['MIN', 'MAX', 'SUM', 'AVG'], passes({ values: [null, null] })),
          ...checks(['COUNT', 'COUNT_DISTINCT'], passes({ values: ['0', '0'] })),
          ...checks([...rowFunctions, ...setFunctions], passes()),
        ],
      },
      {
        name: 'doubles',
        source: valuesOf(double, null, null),
        target: valuesOf(double, null),
        checks: checks(['MIN', 'MAX', 'SUM', 'AVG'], passes({ values: [null, null] })),
      },
      {
        name: 'decimals beside longs',
        source: valuesOf(decimal(38, 10), null, null),
        target: valuesOf(int64, null),
        checks: checks(['MIN', 'MAX', 'SUM', 'AVG'], passes({ values: [null, null] })),
      },
    ],
  },
  {
    number: 19,
    title: 'Empty and empty pass; empty and non-empty fail',
    cases: [
      {
        name: 'both empty',
        source: empty,
        target: empty,
        checks: [
          ...checks([...aggregates, ...rowFunctions, ...setFunctions], passes()),
          check('COUNT', passes({ values: ['0', '0'] }), { on: [] }),
          check('VALUE', passes(), { keys: [] }),
        ],
      },
      {
        name: 'the source empty',
        source: empty,
        target: valuesOf(int64, '1', '2'),
        checks: [
          check('COUNT', fails({ values: ['0', '2'] }), { on: [] }),
          ...checks(aggregates, fails()),
          check('OUTER_VALUE', fails({ missingInSource: 2 })),
          check('VALUE', passes({ missingInSource: 2 })),
          check('VALUE', fails({ missingInSource: 2 }), { keys: [] }),
          check('SET_A_IN_B', passes({ missingInSource: 2 })),
          check('SET_B_IN_A', fails({ missingInSource: 2 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 2 })),
        ],
      },
      {
        name: 'the target empty',
        source: valuesOf(int64, '1', '2'),
        target: empty,
        checks: [
          check('COUNT', fails({ values: ['2', '0'] }), { on: [] }),
          ...checks(aggregates, fails()),
          check('OUTER_VALUE', fails({ missingInTarget: 2 })),
          check('VALUE', passes({ missingInTarget: 2 })),
          check('SET_A_IN_B', fails({ missingInTarget: 2 })),
          check('SET_B_IN_A', passes({ missingInTarget: 2 })),
          check('SET_A_EQUALS_B', fails({ missingInTarget: 2 })),
        ],
      },
      {
        name: 'empty and only NULL: no value on either side, but another number of rows',
        source: empty,
        target: valuesOf(int64, null),
        checks: [
          check('COUNT', fails({ values: ['0', '1'] }), { on: [] }),
          check('COUNT', passes({ values: ['0', '0'] })),
          check('SUM', passes({ values: [null, null] })),
          check('OUTER_VALUE', fails({ missingInSource: 1 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1 })),
        ],
      },
    ],
  },
  {
    number: 20,
    title: 'A value that cannot be converted is not NULL; two such values are not equal; they are counted',
    cases: [
      {
        name: 'text beside a number',
        source: valuesOf(text, 'abc', 'abc', '', '1', null, '1,5', '0x10', '1 2'),
        target: valuesOf(int64, null, '1', null, '1', null, '15', '16', '12'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 6, unconvertible: [6, 0] }), { selection: asNumber }),
          check('VALUE', fails({ mismatched: 6, unconvertible: [6, 0], says: ['unconvertible_values'] }), {
            selection: asNumber,
            threshold: { maxRows: '100' },
          }),
        ],
      },
      {
        name: 'text beside a timestamp',
        source: valuesOf(text, '2024-02-30', '2024-02-29', 'soon', null),
        target: valuesOf(date, '2024-03-01', '2024-02-29', null, null),
        checks: [
          check('VALUE', fails({ mismatched: 2, unconvertible: [2, 0] }), {
            selection: asTime('yyyy-MM-dd'),
          }),
          check('MIN', fails({ unconvertible: [2, 0] }), { selection: asTime('yyyy-MM-dd') }),
        ],
      },
      {
        name: 'text beside a UUID',
        source: valuesOf(text, 'none', '6F9619FF-8B86-D011-B42D-00CF4FC964FF'),
        target: valuesOf(uuid, null, '6f9619ff-8b86-d011-b42d-00cf4fc964ff'),
        checks: [check('VALUE', fails({ mismatched: 1, unconvertible: [1, 0] }))],
      },
      {
        name: 'no aggregate passes over one, even if the other values agree',
        source: valuesOf(text, '1', 'abc', null),
        target: valuesOf(int64, '1', null, null),
        checks: [
          ...checks(['SUM', 'AVG', 'MIN', 'MAX', 'COUNT_DISTINCT'], fails({ unconvertible: [1, 0] }), {
            selection: asNumber,
          }),
          check('SET_A_EQUALS_B', fails({ unconvertible: [1, 0] }), {
            selection: asNumber,
          }),
          check('SET_B_IN_A', fails({ unconvertible: [1, 0] }), { selection: asNumber }),
        ],
      },
      {
        name: 'as keys they match nothing, not even their like',
        source: table({ k: text, v: int64 }, ['abc', '1'], ['abc', '1'], ['7', '1'], [null, '1']),
        target: table({ k: int64, v: int64 }, ['7', '1'], [null, '1']),
        keys: [{ source: 'k', target: 'k', selection: asNumber }],
        checks: [
          check('OUTER_VALUE', fails({ missingInTarget: 2, unconvertible: [2, 0] })),
          check('VALUE', fails({ missingInTarget: 2, unconvertible: [2, 0] })),
        ],
      },
      {
        name: 'in whole rows they match nothing',
        source: valuesOf(text, 'abc', '7'),
        target: valuesOf(int64, null, '7'),
        keys: [],
        checks: [
          check('VALUE', fails({ missingInSource: 1, missingInTarget: 1, unconvertible: [1, 0] }), {
            selection: asNumber,
          }),
        ],
      },
      {
        name: 'as text everything can be converted',
        source: valuesOf(text, 'abc', '7'),
        target: valuesOf(int64, '8', '7'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asText })],
      },
    ],
  },
];
