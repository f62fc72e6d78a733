import { quoteName } from '../../../src/domain/comparison/quoted-name.ts';
import {
  boolean,
  decimal,
  double,
  int32,
  int64,
  type Relation,
  table,
  text,
  valuesOf,
} from '../../support/relations.ts';
import {
  asNumber,
  asText,
  check,
  checks,
  fails,
  needsChoice,
  passes,
  rowFunctions,
  type Trap,
} from './trap.ts';

const keyAndValue = { k: int64, v: text };

/** Names that break a generator of SQL that trusts them. */
const oddNames = [
  'a.b',
  'a"b',
  "a'b",
  'a`b',
  '$1',
  '$dollar$',
  'two words',
  ' spaced ',
  'größe',
  '数量',
  '👍',
  'select',
  'group by',
  'Name',
  'name',
  'NAME',
  'a[b]',
  'a\\b',
  'a;--',
  '%s',
  ':x',
  '?',
  '{0}',
  'count_star()',
  'source',
  'target',
  'rowid',
  '1',
];

/** One row of 7s under all of these names, but for some of them. */
function oddlyNamed(others: Readonly<Record<string, string>> = {}): Relation {
  return {
    columns: ['id', ...oddNames].map((name) => ({ name, type: int64 })),
    rows: [['1', ...oddNames.map((name) => others[name] ?? '7')]],
  };
}

/** Two rows under a name and its like with a space behind it. */
function keyNamed(name: string, ...keys: readonly string[]): Relation {
  return {
    columns: [name, `${name} `].map((column) => ({ name: column, type: int64 })),
    rows: keys.map((key) => [key, key]),
  };
}
export const keyTraps: readonly Trap[] = [
  {
    number: 43,
    title: 'Keys (1,11) and (11,1) are distinct',
    cases: [
      {
        name: 'numbers',
        source: table({ a: int64, b: int64, v: int64 }, ['1', '11', '1'], ['11', '1', '2'], ['1', '1', '3']),
        target: table(
          { a: int64, b: int64, v: int64 },
          ['11', '1', '2'],
          ['1', '11', '1'],
          ['111', null, '3'],
        ),
        keys: ['a', 'b'],
        checks: [
          check('VALUE', passes({ missingInSource: 1, missingInTarget: 1 })),
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 })),
        ],
      },
      {
        name: 'the same keys with the columns swapped',
        source: table({ a: int64, b: int64, v: int64 }, ['1', '11', '1']),
        target: table({ a: int64, b: int64, v: int64 }, ['11', '1', '1']),
        keys: ['a', 'b'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
    ],
  },
  {
    number: 44,
    title: "A NULL key matches a NULL key and never ''",
    cases: [
      {
        name: 'one key',
        source: table({ k: text, v: int64 }, [null, '1'], ['', '2']),
        target: table({ k: text, v: int64 }, ['', '2'], [null, '1']),
        keys: ['k'],
        checks: checks(rowFunctions, passes()),
      },
      {
        name: 'one key, the other value',
        source: table({ k: text, v: int64 }, [null, '1']),
        target: table({ k: text, v: int64 }, ['', '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
      {
        name: 'in a composite key',
        source: table({ a: int64, b: text, v: int64 }, ['1', null, '1'], [null, 'x', '2'], [null, null, '3']),
        target: table({ a: int64, b: text, v: int64 }, [null, null, '3'], ['1', null, '0'], [null, 'x', '2']),
        keys: ['a', 'b'],
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
    ],
  },
  {
    number: 45,
    title: 'Duplicate keys with {A,B} against {B,A}: no difference, no multiplication',
    cases: [
      {
        name: 'where duplicates are allowed',
        source: table(keyAndValue, ['1', 'A'], ['1', 'B'], ['2', 'C']),
        target: table(keyAndValue, ['2', 'C'], ['1', 'B'], ['1', 'A']),
        keys: ['k'],
        checks: [
          ...checks(rowFunctions, passes({ duplicates: [1, 1] }), { duplicateKeys: 'allow' }),
          ...checks(rowFunctions, fails({ duplicates: [1, 1], says: ['duplicate_keys'] })),
        ],
      },
      {
        name: 'one of three differs',
        source: table(keyAndValue, ['1', 'A'], ['1', 'A'], ['1', 'B']),
        target: table(keyAndValue, ['1', 'A'], ['1', 'B'], ['1', 'B']),
        keys: ['k'],
        checks: checks(rowFunctions, fails({ mismatched: 1, duplicates: [1, 1] }), {
          duplicateKeys: 'allow',
        }),
      },
      {
        name: 'NULL keys can be duplicates too',
        source: table(keyAndValue, [null, 'A'], [null, null]),
        target: table(keyAndValue, [null, null], [null, 'A']),
        keys: ['k'],
        checks: [check('VALUE', passes({ duplicates: [1, 1] }), { duplicateKeys: 'allow' })],
      },
    ],
  },
  {
    number: 46,
    title: 'Two copies against one: exactly one extra',
    cases: [
      {
        name: 'with a key',
        source: table(keyAndValue, ['1', 'A'], ['1', 'A']),
        target: table(keyAndValue, ['1', 'A']),
        keys: ['k'],
        checks: [
          check('OUTER_VALUE', fails({ missingInTarget: 1, duplicates: [1, 0] }), { duplicateKeys: 'allow' }),
          check('VALUE', passes({ missingInTarget: 1, duplicates: [1, 0] }), { duplicateKeys: 'allow' }),
          check('VALUE', fails({ missingInTarget: 1, duplicates: [1, 0] })),
        ],
      },
      {
        name: 'without one',
        source: valuesOf(text, 'A'),
        target: table({ id: int64, v: text }, ['1', 'A'], ['1', 'A'], ['1', 'A']),
        keys: [],
        checks: checks(rowFunctions, fails({ missingInSource: 2 }), { on: ['id', 'v'] }),
      },
      {
        name: 'one key of many',
        source: table(keyAndValue, ['1', 'A'], ['2', 'B'], ['2', 'B'], ['3', 'C']),
        target: table(keyAndValue, ['1', 'A'], ['2', 'B'], ['3', 'C']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInTarget: 1, duplicates: [1, 0] }))],
      },
    ],
  },
  {
    number: 47,
    title: "Equal duplicates on both sides: pass or fail by the test's rule, always reported",
    cases: [
      {
        name: 'with a key',
        source: table(keyAndValue, ['1', 'A'], ['1', 'A'], ['2', 'B']),
        target: table(keyAndValue, ['1', 'A'], ['1', 'A'], ['2', 'B']),
        keys: ['k'],
        checks: [
          ...checks(rowFunctions, fails({ duplicates: [1, 1], says: ['duplicate_keys'] })),
          ...checks(rowFunctions, passes({ duplicates: [1, 1], says: ['duplicate_keys'] }), {
            duplicateKeys: 'allow',
          }),
          check('VALUE', fails({ duplicates: [1, 1] }), { threshold: { maxRows: '100' } }),
        ],
      },
    ],
  },
  {
    number: 48,
    title: 'Every row twice against none: differ',
    cases: [
      {
        name: 'with a key',
        source: table(keyAndValue, ['1', 'A'], ['1', 'A'], ['2', 'B'], ['2', 'B']),
        target: table(keyAndValue),
        keys: ['k'],
        checks: [
          check('OUTER_VALUE', fails({ missingInTarget: 4, duplicates: [2, 0] }), { duplicateKeys: 'allow' }),
        ],
      },
      {
        name: 'without one',
        source: valuesOf(text, 'A', 'A', 'B', 'B'),
        target: valuesOf(text),
        keys: [],
        checks: checks(rowFunctions, fails({ missingInTarget: 4 })),
      },
      {
        name: 'every row twice beside other rows twice',
        source: valuesOf(text, 'A', 'A', 'B', 'B'),
        target: valuesOf(text, 'C', 'C', 'D', 'D'),
        keys: [],
        checks: checks(rowFunctions, fails({ missingInSource: 4, missingInTarget: 4 })),
      },
      {
        name: 'every row three times against once',
        source: valuesOf(text, 'A', 'B', 'A', 'B', 'A', 'B'),
        target: valuesOf(text, 'A', 'B'),
        keys: [],
        checks: [check('VALUE', fails({ missingInTarget: 4 }))],
      },
    ],
  },
  {
    number: 49,
    title: 'No hash collision decides a verdict',
    cases: [
      {
        name: 'values swapped between rows keep every sum of columns',
        source: table({ k: int64, a: int64, b: int64 }, ['1', '10', '20'], ['2', '20', '10']),
        target: table({ k: int64, a: int64, b: int64 }, ['1', '20', '10'], ['2', '10', '20']),
        keys: ['k'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 }), { on: ['a', 'b'] }),
          ...checks(rowFunctions, fails({ mismatched: 2 }), { on: 'a' }),
        ],
      },
      {
        name: 'texts whose CRC-32 is the same',
        source: valuesOf(text, 'plumless'),
        target: valuesOf(text, 'buckeroo'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 })),
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: 'id', keys: ['v'] }),
        ],
      },
      {
        name: 'values permuted among all rows',
        source: valuesOf(int64, ...Array.from({ length: 200 }, (_, index) => String(index))),
        target: valuesOf(int64, ...Array.from({ length: 200 }, (_, index) => String((index + 1) % 200))),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 200 })),
          ...checks(['SUM', 'MIN', 'MAX', 'COUNT_DISTINCT', 'SET_A_EQUALS_B'], passes()),
        ],
      },
    ],
  },
  {
    number: 50,
    title: 'Renamed columns keep their pairing',
    cases: [
      {
        name: 'columns that exchanged their names',
        source: table({ id: int64, a: int64, b: int64 }, ['1', '10', '20']),
        target: table({ key: int64, b: int64, a: int64 }, ['1', '10', '20']),
        keys: [{ source: 'id', target: 'key' }],
        checks: [
          check('VALUE', passes(), { on: { source: 'a', target: 'b' } }),
          check('VALUE', fails({ mismatched: 1 }), { on: 'a' }),
          check('VALUE', passes(), {
            on: [
              { source: 'a', target: 'b' },
              { source: 'b', target: 'a' },
            ],
          }),
          check('SUM', passes({ values: ['10', '10'] }), { on: { source: 'a', target: 'b' } }),
        ],
      },
      {
        name: 'one column compared with two',
        source: table({ id: int64, v: int64 }, ['1', '10']),
        target: table({ id: int64, v: int64, w: int64 }, ['1', '10', '11']),
        checks: [
          check('VALUE', passes()),
          check('VALUE', fails({ mismatched: 1 }), { on: { source: 'v', target: 'w' } }),
        ],
      },
    ],
  },
  {
    number: 51,
    title: 'A missing row is not a row with NULL',
    cases: [
      {
        name: 'with a key',
        source: table(keyAndValue, ['1', null], ['2', 'A']),
        target: table(keyAndValue, ['2', 'A'], ['3', null]),
        keys: ['k'],
        checks: [
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 })),
          check('VALUE', passes({ missingInSource: 1, missingInTarget: 1 })),
        ],
      },
      {
        name: 'a row of NULLs beside no row',
        source: table(keyAndValue, [null, null]),
        target: table(keyAndValue),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInTarget: 1 }))],
      },
      {
        name: 'whole rows of NULLs',
        source: table(keyAndValue, [null, null], [null, null]),
        target: table(keyAndValue, [null, null]),
        keys: [],
        checks: [check('VALUE', fails({ missingInTarget: 1 }), { on: ['k', 'v'] })],
      },
    ],
  },
  {
    number: 52,
    title: 'Tables with only key columns work',
    cases: [
      {
        name: 'the key compared with itself',
        source: table({ k: int64 }, ['1'], ['2']),
        target: table({ k: int64 }, ['2'], ['3']),
        keys: ['k'],
        checks: [
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: 'k' }),
          check('VALUE', passes({ missingInSource: 1, missingInTarget: 1 }), { on: 'k' }),
        ],
      },
      {
        name: 'equal keys',
        source: table({ a: int64, b: text }, ['1', 'x'], ['2', null]),
        target: table({ a: int64, b: text }, ['2', null], ['1', 'x']),
        keys: ['a', 'b'],
        checks: checks(rowFunctions, passes(), { on: ['a', 'b'] }),
      },
    ],
  },
  {
    number: 53,
    title: 'int, decimal and text keys match through their resolved type',
    cases: [
      {
        name: 'int32 and decimal',
        source: table({ k: int32, v: int64 }, ['1', '1'], ['2', '2']),
        target: table({ k: decimal(10, 2), v: int64 }, ['1.00', '1'], ['2.01', '2']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
      {
        name: 'int64 and text as a number',
        source: table({ k: int64, v: int64 }, ['1', '1'], ['9007199254740993', '2']),
        target: table({ k: text, v: int64 }, ['0001.0', '1'], ['9007199254740992', '2']),
        keys: [{ source: 'k', target: 'k', selection: asNumber }],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
      {
        name: 'int64 and text as text',
        source: table({ k: int64, v: int64 }, ['1', '1'], ['2', '2']),
        target: table({ k: text, v: int64 }, ['01', '1'], ['2', '2']),
        keys: [{ source: 'k', target: 'k', selection: asText }],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
      {
        name: 'two texts become one key when read as numbers: a duplicate on that side',
        source: table({ k: text, v: int64 }, ['1', '1'], ['01', '1']),
        target: table({ k: int64, v: int64 }, ['1', '1']),
        keys: [{ source: 'k', target: 'k', selection: asNumber }],
        checks: [
          check('OUTER_VALUE', fails({ missingInTarget: 1, duplicates: [1, 0] }), { duplicateKeys: 'allow' }),
        ],
      },
      {
        name: 'a double is a key only by its text',
        source: table({ k: double, v: int64 }, ['1', '1'], ['0.1', '2'], ['-0', '3'], ['NaN', '4']),
        target: table(
          { k: double, v: int64 },
          ['1', '1'],
          ['0.10000000000000002', '2'],
          ['0', '3'],
          ['NaN', '4'],
        ),
        keys: ['k'],
        checks: [
          check('VALUE', needsChoice),
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), {
            keys: [{ source: 'k', target: 'k', selection: asText }],
          }),
        ],
      },
    ],
  },
  {
    number: 54,
    title: 'Columns that only one side has are reported',
    cases: [
      {
        name: 'the others are compared',
        source: table({ id: int64, v: int64, extra: text }, ['1', '1', 'x']),
        target: table({ id: int64, other: boolean, v: int64 }, ['1', true, '2']),
        loneColumns: { source: ['extra'], target: ['other'] },
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
    ],
  },
  {
    number: 55,
    title:
      'Names with dots, quotes, `$`, spaces, Unicode, reserved words, and names that differ only in case',
    cases: [
      {
        name: 'every name as a value, one of them differing',
        source: oddlyNamed(),
        target: oddlyNamed({ name: '8' }),
        checks: [
          ...oddNames.map((name) =>
            check('VALUE', name === 'name' ? fails({ mismatched: 1 }) : passes(), { on: quoteName(name) }),
          ),
          ...oddNames.map((name) =>
            check('SUM', name === 'name' ? fails() : passes(), { on: quoteName(name) }),
          ),
        ],
      },
      ...oddNames.map((name) => ({
        name: `\`${name}\` as a key`,
        source: keyNamed(name, '1', '2'),
        target: keyNamed(name, '1', '3'),
        keys: [quoteName(name)],
        checks: [
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), {
            on: quoteName(`${name} `),
          }),
        ],
      })),
    ],
  },
];
