import {
  binary,
  boolean,
  char,
  date,
  int64,
  json,
  list,
  naive,
  struct,
  table,
  text,
  uuid,
  valuesOf,
} from '../../support/relations.ts';
import {
  asNumber,
  asText,
  asTextIn,
  check,
  checks,
  fails,
  incompatible,
  needsChoice,
  passes,
  rowFunctions,
  setFunctions,
  type Trap,
} from './trap.ts';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

/** Separators and escapes that a tool might join columns with. */
const separators = ['|', ',', ';', '\t', '\n', '\\', '"', "'", ' ', '\u001f', '||', '\\|', '␟', '::', '0'];

const oddTexts = [
  '👩‍👩‍👧‍👦',
  '🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'مرحبا ‏شلوم‎',
  'a\r\nb\nc\rd',
  `it's "quoted" \`back\` \\slash\\ $dollar$ %s {0} \${x}`,
  '-- ; DROP TABLE t; /* */',
  '\u{10FFFF}\uFFFD\uFEFFx',
  '\u2028\u2029\u0085\u00a0',
  '\u0001\u001f\u007f',
];

export const textTraps: readonly Trap[] = [
  {
    number: 29,
    title: "CHAR 'x  ' equals VARCHAR 'x'; VARCHAR 'x ' differs from 'x'",
    cases: [
      {
        name: 'CHAR and VARCHAR',
        source: valuesOf(char(3), 'x  ', 'x  ', ' x '),
        target: valuesOf(text, 'x', 'y', 'x'),
        checks: checks(rowFunctions, fails({ mismatched: 2 })),
      },
      {
        name: 'VARCHAR and VARCHAR',
        source: valuesOf(text, 'x ', 'x', 'x  '),
        target: valuesOf(text, 'x', 'x', 'x '),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 })),
          check('VALUE', passes(), { text: { trimWhitespace: true } }),
        ],
      },
    ],
  },
  {
    number: 30,
    title: 'Leading and trailing spaces count',
    cases: [
      {
        name: 'unless trimming is asked for',
        source: valuesOf(text, ' a', 'a ', '\ta', 'a\n', ' ', 'a b'),
        target: valuesOf(text, 'a', 'a', 'a', 'a', '', 'a  b'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 6 })),
          check('VALUE', fails({ mismatched: 1 }), { text: { trimWhitespace: true } }),
        ],
      },
      {
        name: 'in keys',
        source: table({ k: text, v: int64 }, ['a ', '1'], ['a', '2']),
        target: table({ k: text, v: int64 }, ['a', '2'], [' a', '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
    ],
  },
  {
    number: 31,
    title: "NULL differs from ''",
    cases: [
      {
        name: 'as values',
        source: valuesOf(text, null, '', null, ''),
        target: valuesOf(text, '', null, null, ''),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 })),
          check('VALUE', fails({ mismatched: 2 }), { text: { trimWhitespace: true } }),
          check('COUNT', passes({ values: ['2', '2'] })),
          check('COUNT_DISTINCT', passes({ values: ['1', '1'] })),
        ],
      },
      {
        name: 'in sets',
        source: valuesOf(text, null),
        target: valuesOf(text, ''),
        checks: [check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
    ],
  },
  {
    number: 32,
    title: 'NULL differs from any sentinel text',
    cases: [
      {
        name: 'as values',
        source: valuesOf(text, null, null, null, null, null, null, null, null, null),
        target: valuesOf(text, '<null>', 'NULL', 'null', '\\N', '_null_', 'None', 'NaN', '∅', '\u0000'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 9 })),
          check('VALUE', fails({ missingInSource: 9, missingInTarget: 9 }), { keys: [] }),
        ],
      },
      {
        name: 'as keys',
        source: table({ k: text, v: int64 }, [null, '1']),
        target: table({ k: text, v: int64 }, ['NULL', '1'], ['<null>', '1'], ['\\N', '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 3, missingInTarget: 1 }))],
      },
      {
        name: 'in files',
        source: valuesOf(text, '<null>', 'NULL', 'null', '\\N', '_null_', 'None', 'x'),
        target: valuesOf(text, '<null>', 'NULL', 'null', '\\N', '_null_', 'None', 'y'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('COUNT', passes({ values: ['7', '7'] })),
        ],
      },
    ],
  },
  {
    number: 33,
    title: "('ab','c') differs from ('a','bc')",
    cases: [
      {
        name: 'as a tuple, as a whole row and as a key',
        source: table({ id: int64, a: text, b: text }, ['1', 'ab', 'c']),
        target: table({ id: int64, a: text, b: text }, ['1', 'a', 'bc']),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 }), { on: ['a', 'b'] }),
          check('VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: ['a', 'b'], keys: [] }),
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), {
            on: 'id',
            keys: ['a', 'b'],
          }),
        ],
      },
      {
        name: 'NULL and the empty text do not shift either',
        source: table({ id: int64, a: text, b: text }, ['1', null, 'x'], ['2', '', 'x'], ['3', null, '']),
        target: table({ id: int64, a: text, b: text }, ['1', 'x', null], ['2', 'x', ''], ['3', '', null]),
        checks: [
          check('VALUE', fails({ mismatched: 3 }), { on: ['a', 'b'] }),
          check('VALUE', fails({ missingInSource: 3, missingInTarget: 3 }), { on: ['a', 'b'], keys: [] }),
        ],
      },
    ],
  },
  {
    number: 34,
    title: "('a|b','c') differs from ('a','b|c'), for any separator",
    cases: [
      {
        name: 'as a tuple, as a whole row and as a key',
        source: table(
          { id: int64, a: text, b: text },
          ...separators.map((separator, index) => [String(index), `a${separator}b`, 'c']),
        ),
        target: table(
          { id: int64, a: text, b: text },
          ...separators.map((separator, index) => [String(index), 'a', `b${separator}c`]),
        ),
        checks: [
          check('VALUE', fails({ mismatched: separators.length }), { on: ['a', 'b'] }),
          ...[
            ['a', 'b'],
            ['b', 'a'],
          ].map((on) =>
            check(
              'VALUE',
              fails({ missingInSource: separators.length, missingInTarget: separators.length }),
              { on, keys: [] },
            ),
          ),
          check(
            'OUTER_VALUE',
            fails({ missingInSource: separators.length, missingInTarget: separators.length }),
            { on: 'id', keys: ['a', 'b'] },
          ),
        ],
      },
      {
        name: 'inside lists and structs',
        source: table({ id: int64, l: list(text), s: struct({ a: text, b: text }) }, [
          '1',
          ['a|b', 'c'],
          ["a', 'b", 'c'],
        ]),
        target: table({ id: int64, l: list(text), s: struct({ a: text, b: text }) }, [
          '1',
          ['a', 'b|c'],
          ['a', "b', 'c"],
        ]),
        checks: ['l', 's'].map((on) => check('VALUE', fails({ mismatched: 1 }), { on })),
      },
    ],
  },
  {
    number: 35,
    title: 'A difference after character 256, and after 65,536, is found',
    cases: [256, 65_536, 1_000_000].map((length) => ({
      name: `after ${length}`,
      source: valuesOf(text, `${'x'.repeat(length)}a`, `${'x'.repeat(length)}a`),
      target: valuesOf(text, `${'x'.repeat(length)}b`, `${'x'.repeat(length)}a`),
      alsoAs: ['csv', 'json'] as const,
      checks: [
        ...checks(rowFunctions, fails({ mismatched: 1 })),
        check('SET_A_EQUALS_B', fails({ missingInSource: 1 })),
        check('VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { keys: [] }),
      ],
    })),
  },
  {
    number: 36,
    title: 'NFC and NFD forms differ unless normalisation is asked for',
    cases: [
      {
        name: 'as values',
        source: valuesOf(text, composed, decomposed, composed),
        target: valuesOf(text, decomposed, composed, composed),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 })),
          check('COUNT_DISTINCT', passes({ values: ['2', '2'] })),
        ],
      },
      {
        name: 'as values, normalised',
        source: valuesOf(text, composed, decomposed, composed),
        target: valuesOf(text, decomposed, composed, composed),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks([...rowFunctions, ...setFunctions], passes(), { text: { normalizeUnicode: true } }),
          check('COUNT_DISTINCT', passes({ values: ['1', '1'] }), { text: { normalizeUnicode: true } }),
        ],
      },
      {
        name: 'as keys',
        source: table({ k: text, v: int64 }, [composed, '1']),
        target: table({ k: text, v: int64 }, [decomposed, '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }))],
      },
    ],
  },
  {
    number: 37,
    title: "'A' and 'a' differ whatever the database's collation; sort order never matters",
    cases: [
      {
        name: 'as values',
        source: valuesOf(text, 'A', 'a', 'ß', 'İ', 'Å'),
        target: valuesOf(text, 'a', 'a', 'SS', 'i', 'å'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 4 })),
          check('SET_A_IN_B', fails({ missingInSource: 3, missingInTarget: 4 })),
          check('COUNT_DISTINCT', fails({ values: ['5', '4'] })),
        ],
      },
      {
        name: 'unless asked for',
        source: valuesOf(text, 'STRASSE', 'Éa'),
        target: valuesOf(text, 'strasse', 'éA'),
        checks: [
          check('VALUE', passes(), { text: { caseInsensitive: true } }),
          check('VALUE', fails({ mismatched: 2 })),
        ],
      },
      {
        name: 'as keys',
        source: table({ k: text, v: int64 }, ['A', '1'], ['a', '2'], ['_', '3']),
        target: table({ k: text, v: int64 }, ['_', '3'], ['a', '2'], ['A', '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', passes())],
      },
      {
        name: 'least and greatest text go by code point',
        source: valuesOf(text, 'a', 'B', '_', 'é', 'z'),
        target: valuesOf(text, 'z', 'é', '_', 'B', 'a'),
        checks: [check('MIN', passes({ values: ['B', 'B'] })), check('MAX', passes({ values: ['é', 'é'] }))],
      },
    ],
  },
  {
    number: 38,
    title: 'Emoji, right-to-left text, NUL where the engine allows it, newlines and quotes survive',
    cases: [
      {
        name: 'as values and keys',
        source: valuesOf(text, ...oddTexts, 'same'),
        target: valuesOf(text, ...oddTexts, 'other'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 })),
          check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: 'id', keys: ['v'] }),
        ],
      },
      {
        name: 'a byte order mark is a character',
        source: valuesOf(text, '\ufeffa', '\ufeff', 'a\ufeff', '\ufeffa'),
        target: valuesOf(text, 'a', '', 'a', '\ufeffa'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 3 })),
          check('VALUE', fails({ missingInSource: 3, missingInTarget: 3 }), { keys: [] }),
          check('MIN', fails({ values: ['a\ufeff', ''] })),
          check('MAX', passes({ values: ['\ufeffa', '\ufeffa'] })),
          check('COUNT_DISTINCT', passes({ values: ['3', '3'] })),
        ],
      },
      {
        name: 'a byte order mark before JSON makes it no JSON',
        source: valuesOf(json, '1', '1'),
        target: valuesOf(text, '\ufeff1', '1'),
        checks: [check('VALUE', fails({ mismatched: 1, unconvertible: [0, 1] }))],
      },
      {
        name: 'a NUL ends nothing',
        source: valuesOf(text, 'a\u0000b', '\u0000', 'a\u0000', 'a\u0000b'),
        target: valuesOf(text, 'a\u0000c', '', 'a', 'a\u0000b'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 3 })),
          check('VALUE', fails({ missingInSource: 3, missingInTarget: 3 }), { keys: [] }),
          check('SET_A_IN_B', fails({ missingInSource: 3, missingInTarget: 2 })),
        ],
      },
    ],
  },
  {
    number: 39,
    title: 'UUIDs compare whatever their case and dashes; binary and its hex text after resolution',
    cases: [
      {
        name: 'UUID and text',
        source: valuesOf(
          uuid,
          '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
          '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
          '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
          'ffffffff-ffff-ffff-ffff-ffffffffffff',
        ),
        target: valuesOf(
          text,
          '6F9619FF-8B86-D011-B42D-00CF4FC964FF',
          '6f9619ff8b86d011b42d00cf4fc964ff',
          '6f9619ff-8b86-d011-b42d-00cf4fc964fe',
          'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
        ),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('SET_A_IN_B', passes({ missingInSource: 1 })),
        ],
      },
      {
        name: 'UUID and text as keys',
        source: table({ k: uuid, v: int64 }, ['6f9619ff-8b86-d011-b42d-00cf4fc964ff', '1']),
        target: table({ k: text, v: int64 }, ['6F9619FF8B86D011B42D00CF4FC964FF', '1']),
        keys: ['k'],
        checks: [check('OUTER_VALUE', passes())],
      },
      {
        name: 'bytes and their text',
        source: valuesOf(binary, '00ff10', 'deadbeef', '', '00'),
        target: valuesOf(text, '00ff10', 'deadbeee', '', '01'),
        checks: [
          check('VALUE', fails({ mismatched: 2 }), { selection: asTextIn('hex') }),
          check('VALUE', needsChoice),
        ],
      },
      {
        name: 'hex text in either case',
        source: valuesOf(binary, 'deadbeef'),
        target: valuesOf(text, 'DEADBEEF'),
        checks: [check('VALUE', passes(), { selection: asTextIn('hex') })],
      },
      {
        name: 'bytes and bytes',
        source: valuesOf(binary, '00ff', '00', 'ff00', null),
        target: valuesOf(binary, '00fe', '0000', 'ff00', ''),
        checks: checks(rowFunctions, fails({ mismatched: 3 })),
      },
      {
        name: 'bytes in base64',
        source: valuesOf(binary, '00ff10', 'fbff'),
        target: valuesOf(text, 'AP8Q', '+/8='),
        checks: [check('VALUE', passes(), { selection: asTextIn('base64') })],
      },
      {
        name: 'letters of base64 in another case are other bytes, also where case does not count',
        source: valuesOf(binary, '00', '69'),
        target: valuesOf(text, 'aa==', 'aQ=='),
        checks: [
          check('VALUE', fails({ mismatched: 1 }), {
            selection: asTextIn('base64'),
            text: { caseInsensitive: true, trimWhitespace: true },
          }),
        ],
      },
    ],
  },
  {
    number: 40,
    title: "'Y', 1 and true agree only through a declared choice",
    cases: [
      {
        name: 'true and 1',
        source: valuesOf(boolean, true, false, true, null),
        target: valuesOf(int64, '1', '0', '0', null),
        checks: [
          check('VALUE', needsChoice),
          check('VALUE', fails({ mismatched: 1 }), { selection: asNumber }),
          check('SUM', fails({ values: ['2', '1'] }), { selection: asNumber }),
        ],
      },
      {
        name: "true and 'Y'",
        source: valuesOf(boolean, true, true, false, null),
        target: valuesOf(text, 'Y', 'true', 'false', null),
        checks: [
          check('VALUE', needsChoice),
          check('VALUE', fails({ mismatched: 1 }), { selection: asText }),
        ],
      },
      {
        name: "1 and 'Y'",
        source: valuesOf(int64, '1', '1'),
        target: valuesOf(text, 'Y', '1'),
        checks: [
          check('VALUE', needsChoice),
          check('VALUE', fails({ mismatched: 1, unconvertible: [0, 1] }), { selection: asNumber }),
          check('VALUE', fails({ mismatched: 1 }), { selection: asText }),
        ],
      },
      {
        name: 'true and a date never agree',
        source: valuesOf(boolean, true),
        target: valuesOf(date, '1970-01-01'),
        checks: [check('VALUE', incompatible)],
      },
    ],
  },
  {
    number: 41,
    title: "'007' equals 7 only when resolved numeric",
    cases: [
      {
        name: 'text and a number',
        source: valuesOf(text, '007', '7', '07x'),
        target: valuesOf(int64, '7', '7', '7'),
        alsoAs: ['json'],
        checks: [
          check('VALUE', needsChoice),
          check('VALUE', fails({ mismatched: 1, unconvertible: [1, 0] }), { selection: asNumber }),
          check('VALUE', fails({ mismatched: 2 }), { selection: asText }),
        ],
      },
      {
        name: 'text and text, in files too',
        source: valuesOf(text, '007', '7'),
        target: valuesOf(text, '7', '7'),
        alsoAs: ['json'],
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
      {
        name: 'leading zeros keep a column of a file text',
        source: valuesOf(text, '007', '008', '1'),
        target: valuesOf(text, '007', '8', '1'),
        alsoAs: ['csv', 'json'],
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
    ],
  },
  {
    number: 42,
    title: 'A NULL date differs from 1900-01-01 and 1970-01-01',
    cases: [
      {
        name: 'dates',
        source: valuesOf(date, null, null, null, null, '1970-01-01'),
        target: valuesOf(date, '1900-01-01', '1970-01-01', '0001-01-01', null, '1970-01-01'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 3 })),
          check('COUNT', fails({ values: ['1', '4'] })),
        ],
      },
      {
        name: 'timestamps',
        source: valuesOf(naive(6), null, null),
        target: valuesOf(naive(6), '1900-01-01 00:00:00', '1970-01-01 00:00:00'),
        checks: checks(rowFunctions, fails({ mismatched: 2 })),
      },
      {
        name: 'JSON null is a value, NULL is none',
        source: valuesOf(json, null, 'null', '{"a": null}'),
        target: valuesOf(json, 'null', 'null', '{}'),
        checks: checks(rowFunctions, fails({ mismatched: 2 })),
      },
    ],
  },
];
