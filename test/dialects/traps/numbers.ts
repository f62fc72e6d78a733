import { decimal, double, float32, int32, int64, list, text, valuesOf } from '../../support/relations.ts';
import {
  asNumber,
  asText,
  check,
  checks,
  fails,
  needsChoice,
  passes,
  rowFunctions,
  setFunctions,
  type Trap,
  within,
  withinRatio,
} from './trap.ts';

const largest38 = '9'.repeat(38);
const almostLargest38 = `${'9'.repeat(37)}8`;

const shortestTexts = [
  '5e-324',
  '1e-323',
  '5e-323',
  '2e-322',
  '5.684341886080802e-14',
  '0.002',
  '-4.35',
  '123456.789',
  '8.41e+21',
  '1e+23',
  '2e+23',
  '1.7976931348623157e+308',
];

export const numberTraps: readonly Trap[] = [
  {
    number: 1,
    title: '9007199254740992 and 9007199254740993 differ',
    cases: [
      {
        name: 'as 64-bit integers',
        source: valuesOf(int64, '9007199254740992'),
        target: valuesOf(int64, '9007199254740993'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(
            ['SUM', 'MIN', 'MAX', 'AVG'],
            fails({ values: ['9007199254740992', '9007199254740993'] }),
          ),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 })),
          check('VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { keys: [] }),
        ],
      },
      {
        name: 'an integer and a decimal',
        source: valuesOf(int64, '9007199254740993'),
        target: valuesOf(decimal(20, 2), '9007199254740992.00'),
        checks: [check('VALUE', fails({ mismatched: 1 })), check('SUM', fails())],
      },
      {
        name: 'an integer and text that is read as a number',
        source: valuesOf(int64, '9007199254740993', '9007199254740993'),
        target: valuesOf(text, '9007199254740992', '9007199254740993'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asNumber })],
      },
      {
        name: 'as keys',
        source: valuesOf(int64, '9007199254740992'),
        target: valuesOf(int64, '9007199254740993'),
        keys: ['v'],
        checks: [check('OUTER_VALUE', fails({ missingInSource: 1, missingInTarget: 1 }), { on: 'id' })],
      },
      {
        name: 'against a double, which has only the one: compared as doubles, and said so',
        source: valuesOf(int64, '9007199254740993'),
        target: valuesOf(double, '9007199254740992'),
        checks: [check('VALUE', passes({ resolutionSays: ['compared_as_double'] }))],
      },
    ],
  },
  {
    number: 2,
    title: 'DECIMAL(38) values that differ in the last digit differ',
    cases: [
      {
        name: 'whole numbers of 38 digits',
        source: valuesOf(decimal(38, 0), largest38),
        target: valuesOf(decimal(38, 0), almostLargest38),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['SUM', 'MIN', 'MAX', 'AVG'], fails({ values: [largest38, almostLargest38] })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1, missingInTarget: 1 })),
        ],
      },
      {
        name: '38 fractional digits',
        source: valuesOf(decimal(38, 38), `0.${largest38}`),
        target: valuesOf(decimal(38, 38), `0.${almostLargest38}`),
        checks: [
          check('VALUE', fails({ mismatched: 1 })),
          ...checks(['SUM', 'MIN', 'MAX'], fails({ values: [`0.${largest38}`, `0.${almostLargest38}`] })),
        ],
      },
      {
        name: 'a sum that no 38 digits hold',
        source: valuesOf(decimal(38, 0), largest38, largest38, largest38),
        target: valuesOf(decimal(38, 0), largest38, largest38, almostLargest38),
        checks: [
          check('SUM', fails({ values: [`2${'9'.repeat(37)}7`, `2${'9'.repeat(37)}6`] })),
          check('AVG', fails()),
          check('VALUE', fails({ mismatched: 1 })),
        ],
      },
      {
        name: 'equal sums that no 38 digits hold',
        source: valuesOf(decimal(38, 0), largest38, almostLargest38),
        target: valuesOf(decimal(38, 0), almostLargest38, largest38),
        checks: [
          check('SUM', passes({ values: [`1${'9'.repeat(37)}7`, `1${'9'.repeat(37)}7`] })),
          check('AVG', passes()),
          check('VALUE', fails({ mismatched: 2 })),
        ],
      },
      {
        name: 'scales that no decimal of 38 digits holds together',
        source: valuesOf(decimal(38, 0), largest38, '1', '-5'),
        target: valuesOf(decimal(38, 20), '1', '1.00000000000000000001', '-5.00000000000000000000'),
        checks: [
          check('VALUE', fails({ mismatched: 2 })),
          check('OUTER_VALUE', fails({ mismatched: 2 })),
          check('SUM', fails({ values: [`${'9'.repeat(37)}5`, '-2.99999999999999999999'] })),
          check('MIN', passes({ values: ['-5', '-5'] })),
          check('MAX', fails({ values: [largest38, '1.00000000000000000001'] })),
          check('AVG', fails()),
          check('SET_A_IN_B', fails({ missingInSource: 1, missingInTarget: 1 })),
        ],
      },
      {
        name: 'text of 40 digits beside DECIMAL(38)',
        source: valuesOf(text, `1${'0'.repeat(38)}1`, `000${largest38}`),
        target: valuesOf(decimal(38, 0), '1', largest38),
        checks: [check('VALUE', fails({ mismatched: 1, unconvertible: [1, 0] }), { selection: asNumber })],
      },
    ],
  },
  {
    number: 3,
    title: '123456789.10 and 123456790.0 differ',
    cases: [
      {
        name: 'as decimals of two scales',
        source: valuesOf(decimal(11, 2), '123456789.10'),
        target: valuesOf(decimal(10, 1), '123456790.0'),
        checks: [...checks(rowFunctions, fails({ mismatched: 1 })), check('SUM', fails())],
      },
      {
        name: 'as doubles',
        source: valuesOf(double, '123456789.10'),
        target: valuesOf(double, '123456790.0'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['SUM', 'AVG', 'MIN', 'MAX'], fails()),
        ],
      },
      {
        name: 'a decimal and a double',
        source: valuesOf(decimal(11, 2), '123456789.10', '123456789.10'),
        target: valuesOf(double, '123456790.0', '123456789.10'),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
      {
        name: 'a double and text',
        source: valuesOf(double, '123456789.10', '123456789.10'),
        target: valuesOf(text, '123456790.0', '123456789.10'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asNumber })],
      },
    ],
  },
  {
    number: 4,
    title: '1.10 equals 1.1000',
    cases: [
      {
        name: 'as decimals of two scales',
        source: valuesOf(decimal(3, 2), '1.10', '-1.10'),
        target: valuesOf(decimal(5, 4), '1.1000', '-1.1000'),
        checks: [
          ...checks(rowFunctions, passes()),
          ...checks(setFunctions, passes()),
          check('MIN', passes({ values: ['-1.1', '-1.1'] })),
          check('MAX', passes({ values: ['1.1', '1.1'] })),
          check('SUM', passes({ values: ['0', '0'] })),
          check('VALUE', passes(), { keys: [] }),
        ],
      },
      {
        name: 'as keys',
        source: valuesOf(decimal(3, 2), '1.10'),
        target: valuesOf(decimal(5, 4), '1.1000'),
        keys: ['v'],
        checks: [check('OUTER_VALUE', passes(), { on: 'id' })],
      },
      {
        name: 'a decimal and text, read as a number',
        source: valuesOf(decimal(3, 2), '1.10'),
        target: valuesOf(text, '1.1000'),
        checks: [check('VALUE', passes(), { selection: asNumber }), check('VALUE', needsChoice)],
      },
      {
        name: 'not as texts',
        source: valuesOf(text, '1.10'),
        target: valuesOf(text, '1.1000'),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
    ],
  },
  {
    number: 5,
    title: 'Text `.5` equals 0.5 when resolved numeric',
    cases: [
      {
        name: 'beside a decimal',
        source: valuesOf(text, '.5', '-.5', '0.50', '+0.5', '5e-1', '.6', ' .5\n'),
        target: valuesOf(decimal(3, 1), '0.5', '-0.5', '0.5', '0.5', '0.5', '0.5', '0.5'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asNumber })],
      },
      {
        name: 'a number with more digits than its peer has is never rounded to it',
        source: valuesOf(text, '.51', '.5'),
        target: valuesOf(decimal(3, 1), '0.5', '0.5'),
        checks: [check('VALUE', fails({ mismatched: 1, unconvertible: [1, 0] }), { selection: asNumber })],
      },
      {
        name: 'beside a double',
        source: valuesOf(text, '.5', '-.5', '0.50', '+0.5', '5e-1', '0.51'),
        target: valuesOf(double, '0.5', '-0.5', '0.5', '0.5', '0.5', '0.5'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asNumber })],
      },
      {
        name: 'in sets and aggregates',
        source: valuesOf(text, '.5', '0.5'),
        target: valuesOf(decimal(3, 1), '0.5', '0.5'),
        checks: [
          check('SET_A_EQUALS_B', passes(), { selection: asNumber }),
          check('SUM', passes({ values: ['1', '1'] }), { selection: asNumber }),
          check('COUNT_DISTINCT', passes({ values: ['1', '1'] }), { selection: asNumber }),
        ],
      },
    ],
  },
  {
    number: 6,
    title: '−0.19 never becomes `-0`',
    cases: [
      {
        name: 'as decimals',
        source: valuesOf(decimal(3, 2), '-0.19', '-0.19', '0.00'),
        target: valuesOf(decimal(3, 1), '0.0', '-0.1', '-0.0'),
        checks: [
          check('VALUE', fails({ mismatched: 2 })),
          check('MIN', fails({ values: ['-0.19', '-0.1'] })),
          check('MAX', passes({ values: ['0', '0'] })),
        ],
      },
      {
        name: 'written as text',
        source: valuesOf(decimal(3, 2), '-0.19', '0.00'),
        target: valuesOf(text, '-0.19', '0'),
        checks: [check('VALUE', passes(), { selection: asText })],
      },
      {
        name: 'a double that is minus zero is written 0',
        source: valuesOf(double, '-0', '-0.19'),
        target: valuesOf(double, '0', '-0.19'),
        checks: [
          check('MIN', passes({ values: ['-0.19', '-0.19'] })),
          check('MAX', passes({ values: ['0', '0'] })),
        ],
      },
    ],
  },
  {
    number: 7,
    title: '−0.0 equals 0.0',
    cases: [
      {
        name: 'in rows, sets and aggregates',
        source: valuesOf(double, '-0', '0', '-0'),
        target: valuesOf(double, '0', '-0', '-0'),
        checks: [
          ...checks(rowFunctions, passes()),
          ...checks(setFunctions, passes()),
          check('VALUE', passes(), { keys: [] }),
          check('COUNT_DISTINCT', passes({ values: ['1', '1'] })),
          ...checks(['MIN', 'MAX', 'SUM', 'AVG'], passes({ values: ['0', '0'] })),
        ],
      },
      {
        name: 'inside lists',
        source: valuesOf(list(double), ['-0', '1']),
        target: valuesOf(list(double), ['0', '1']),
        checks: checks(rowFunctions, passes()),
      },
      {
        name: 'a double and a decimal',
        source: valuesOf(double, '-0'),
        target: valuesOf(decimal(3, 1), '0.0'),
        checks: [check('VALUE', passes()), check('SET_A_EQUALS_B', passes())],
      },
    ],
  },
  {
    number: 8,
    title: 'NaN equals NaN, differs from NULL and from every number',
    cases: [
      {
        name: 'in rows',
        source: valuesOf(double, 'NaN', 'NaN', 'NaN', 'NaN', '0'),
        target: valuesOf(double, 'NaN', null, '0', 'Infinity', 'NaN'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 4 })),
          check('VALUE', fails({ mismatched: 4 }), { tolerance: within('1000') }),
          check('VALUE', fails({ mismatched: 4 }), { tolerance: withinRatio('1') }),
          check('VALUE', fails({ missingInSource: 2, missingInTarget: 2 }), { keys: [] }),
        ],
      },
      {
        name: 'in sets and aggregates',
        source: valuesOf(double, 'NaN', 'NaN', '1'),
        target: valuesOf(double, 'NaN', '1', '1'),
        checks: [
          ...checks(setFunctions, passes()),
          check('COUNT_DISTINCT', passes({ values: ['2', '2'] })),
          check('COUNT', passes({ values: ['3', '3'] })),
          check('MIN', passes({ values: ['1', '1'] })),
          check('MAX', passes({ values: ['NaN', 'NaN'] })),
          check('SUM', passes({ values: ['NaN', 'NaN'], says: ['not_a_number_in_sum'] })),
          check('AVG', passes({ values: ['NaN', 'NaN'], says: ['not_a_number_in_sum'] })),
        ],
      },
      {
        name: 'a sum that is NaN on one side only',
        source: valuesOf(double, 'NaN', '1'),
        target: valuesOf(double, '0', '1'),
        checks: checks(['SUM', 'AVG', 'MAX'], fails()),
      },
      {
        name: 'inside lists',
        source: valuesOf(list(double), ['NaN'], ['NaN']),
        target: valuesOf(list(double), ['NaN'], [null]),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
    ],
  },
  {
    number: 9,
    title: 'Infinities are equal only with the same sign; a SUM over them says so',
    cases: [
      {
        name: 'in rows, whatever the tolerance',
        source: valuesOf(double, 'Infinity', '-Infinity', 'Infinity', 'Infinity', '-Infinity'),
        target: valuesOf(double, 'Infinity', '-Infinity', '-Infinity', '1.7976931348623157e308', null),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 3 })),
          check('VALUE', fails({ mismatched: 3 }), { tolerance: within('1e308') }),
          check('VALUE', fails({ mismatched: 3 }), { tolerance: withinRatio('1') }),
        ],
      },
      {
        name: 'a sum over one infinity',
        source: valuesOf(double, 'Infinity', '1'),
        target: valuesOf(double, '1', 'Infinity'),
        checks: [
          check('SUM', passes({ values: ['Infinity', 'Infinity'], says: ['not_a_number_in_sum'] })),
          check('AVG', passes({ values: ['Infinity', 'Infinity'], says: ['not_a_number_in_sum'] })),
          check('MAX', passes({ values: ['Infinity', 'Infinity'] })),
        ],
      },
      {
        name: 'a sum over infinities of both signs',
        source: valuesOf(double, 'Infinity', '-Infinity'),
        target: valuesOf(double, 'Infinity', '1'),
        checks: [check('SUM', fails({ values: ['NaN', 'Infinity'], says: ['not_a_number_in_sum'] }))],
      },
      {
        name: 'sums of opposite infinities',
        source: valuesOf(double, 'Infinity', '1'),
        target: valuesOf(double, '-Infinity', '1'),
        checks: checks(
          ['SUM', 'AVG'],
          fails({ values: ['Infinity', '-Infinity'], says: ['not_a_number_in_sum'] }),
        ),
      },
    ],
  },
  {
    number: 10,
    title: '0.36640625 read back from different engines is equal',
    cases: [
      {
        name: 'a double and a decimal',
        source: valuesOf(double, '0.36640625'),
        target: valuesOf(decimal(12, 8), '0.36640625'),
        checks: checks([...rowFunctions, ...setFunctions, 'SUM', 'MIN', 'AVG'], passes()),
      },
      {
        name: 'a double and text',
        source: valuesOf(double, '0.36640625'),
        target: valuesOf(text, '0.36640625'),
        checks: [
          check('VALUE', passes(), { selection: asNumber }),
          check('VALUE', passes(), { selection: asText }),
        ],
      },
      {
        // Double.toString and DecimalFormat of Java write more digits of most of them, by version.
        name: 'doubles and their shortest texts, as values and as keys',
        source: valuesOf(double, ...shortestTexts),
        target: valuesOf(text, ...shortestTexts),
        checks: [
          check('VALUE', passes(), { selection: asText }),
          check('OUTER_VALUE', passes(), {
            on: 'id',
            keys: [{ source: 'v', target: 'v', selection: asText }],
          }),
        ],
      },
      {
        name: 'two doubles',
        source: valuesOf(double, '0.36640625', '0.1', '1e22', '5e-324'),
        target: valuesOf(double, '0.36640625', '0.1', '1e22', '5e-324'),
        alsoAs: ['csv', 'json'],
        checks: checks(rowFunctions, passes()),
      },
      {
        name: 'the neighbouring double differs',
        source: valuesOf(double, '0.36640625'),
        target: valuesOf(double, '0.36640625000000006'),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
    ],
  },
  {
    number: 11,
    title: '0.58 and 0.57 pass with absolute tolerance 0.01',
    cases: [
      {
        name: 'as doubles',
        source: valuesOf(double, '0.58', '0.57', '1.1', '0.58', '100.58'),
        target: valuesOf(double, '0.57', '0.58', '1.09', '0.5699', '100.57'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 }), { tolerance: within('0.01') }),
          check('VALUE', fails({ mismatched: 5 })),
        ],
      },
      {
        name: 'as decimals',
        source: valuesOf(decimal(3, 2), '0.58', '0.57', '0.58'),
        target: valuesOf(decimal(5, 4), '0.5700', '0.5800', '0.5699'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { tolerance: within('0.01') })],
      },
      {
        name: 'a decimal and a double',
        source: valuesOf(decimal(3, 2), '0.58', '0.58'),
        target: valuesOf(double, '0.57', '0.5699'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { tolerance: within('0.01') })],
      },
      {
        name: 'NULL is not within any tolerance',
        source: valuesOf(double, '0', null, null),
        target: valuesOf(double, null, '0', null),
        checks: [check('VALUE', fails({ mismatched: 2 }), { tolerance: within('1') })],
      },
      {
        name: 'in aggregates',
        source: valuesOf(double, '0.58'),
        target: valuesOf(double, '0.57'),
        checks: [
          ...checks(['SUM', 'AVG', 'MIN', 'MAX'], passes({ values: ['0.58', '0.57'] }), {
            tolerance: within('0.01'),
          }),
          ...checks(['SUM', 'AVG', 'MIN', 'MAX'], fails({ values: ['0.58', '0.57'] }), {
            tolerance: within('0.0099'),
          }),
        ],
      },
    ],
  },
  {
    number: 12,
    title: 'Relative tolerance is symmetric, and a zero base does not divide',
    cases: [
      {
        name: 'as decimals',
        source: valuesOf(
          decimal(6, 2),
          '100.00',
          '101.00',
          '0.99',
          '0.00',
          '0.00',
          '0.01',
          '-1.00',
          '100.00',
        ),
        target: valuesOf(decimal(6, 2), '101.00', '100.00', '1.00', '0.00', '0.01', '0.00', '1.00', '101.02'),
        checks: [check('VALUE', fails({ mismatched: 4 }), { tolerance: withinRatio('0.01') })],
      },
      {
        name: 'as doubles',
        source: valuesOf(double, '100', '101', '0.99', '0', '0', '0.01', '-1', '100'),
        target: valuesOf(double, '101', '100', '1', '0', '0.01', '0', '1', '101.02'),
        checks: [check('VALUE', fails({ mismatched: 4 }), { tolerance: withinRatio('0.01') })],
      },
      {
        name: 'a zero base in an aggregate',
        source: valuesOf(decimal(6, 2), '0.00'),
        target: valuesOf(decimal(6, 2), '0.01'),
        checks: [
          check('SUM', fails({ values: ['0', '0.01'] }), { tolerance: withinRatio('0.5') }),
          check('SUM', passes({ values: ['0', '0.01'] }), { tolerance: withinRatio('1') }),
        ],
      },
    ],
  },
  {
    number: 13,
    title: 'SUM and AVG of doubles tolerate summation order; decimals tolerate nothing',
    cases: [
      {
        name: 'the same doubles in another order',
        source: valuesOf(double, '0.1', '0.2', '0.3', '1e15'),
        target: valuesOf(double, '1e15', '0.3', '0.2', '0.1'),
        checks: checks(['SUM', 'AVG'], passes()),
      },
      {
        name: 'a difference that no order explains',
        source: valuesOf(double, '1000000', '0.001'),
        target: valuesOf(double, '1000000', '0.002'),
        checks: checks(['SUM', 'AVG'], fails()),
      },
      {
        name: 'decimals in another order',
        source: valuesOf(decimal(20, 2), '0.10', '0.20', '0.30', '100000000000000000.00'),
        target: valuesOf(decimal(20, 2), '100000000000000000.00', '0.30', '0.20', '0.10'),
        checks: [
          check('SUM', passes({ values: ['100000000000000000.6', '100000000000000000.6'] })),
          check('AVG', passes()),
        ],
      },
      {
        name: 'decimals that differ by a cent in 10^17',
        source: valuesOf(decimal(20, 2), '100000000000000000.00', '0.01'),
        target: valuesOf(decimal(20, 2), '100000000000000000.00', '0.02'),
        checks: checks(['SUM', 'AVG'], fails()),
      },
    ],
  },
  {
    number: 14,
    title: 'SUM of int32 or int64 never overflows',
    cases: [
      {
        name: 'int32',
        source: valuesOf(int32, '2147483647', '2147483647', '2147483647'),
        target: valuesOf(int64, '2147483647', '2147483647', '2147483647'),
        checks: [
          check('SUM', passes({ values: ['6442450941', '6442450941'] })),
          check('AVG', passes({ values: ['2147483647', '2147483647'] })),
        ],
      },
      {
        name: 'int64',
        source: valuesOf(int64, '9223372036854775807', '9223372036854775807', '9223372036854775807'),
        target: valuesOf(int64, '9223372036854775807', '9223372036854775807', '9223372036854775806'),
        checks: [
          check('SUM', fails({ values: ['27670116110564327421', '27670116110564327420'] })),
          check('AVG', fails()),
        ],
      },
      {
        name: 'the least int64',
        source: valuesOf(int64, '-9223372036854775808', '-9223372036854775808'),
        target: valuesOf(int64, '-9223372036854775808', '-9223372036854775808'),
        alsoAs: ['csv', 'json'],
        checks: [
          check('SUM', passes({ values: ['-18446744073709551616', '-18446744073709551616'] })),
          check('AVG', passes({ values: ['-9223372036854775808', '-9223372036854775808'] })),
          ...checks(rowFunctions, passes()),
        ],
      },
      {
        name: 'averages that are not whole',
        source: valuesOf(int64, '1', '0', '0'),
        target: valuesOf(int64, '0', '0', '1'),
        checks: [check('AVG', passes())],
      },
      {
        name: 'averages that differ behind the digits of a double',
        source: valuesOf(int64, '9223372036854775807', '9223372036854775806'),
        target: valuesOf(int64, '9223372036854775807', '9223372036854775807'),
        checks: [check('AVG', fails({ values: ['9223372036854775806.5', '9223372036854775807'] }))],
      },
    ],
  },
  {
    number: 15,
    title: '1.0001 and 1.0002 differ',
    cases: [
      {
        name: 'as decimals',
        source: valuesOf(decimal(5, 4), '1.0001'),
        target: valuesOf(decimal(5, 4), '1.0002'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['SUM', 'MIN', 'MAX', 'AVG'], fails()),
        ],
      },
      {
        name: 'as doubles',
        source: valuesOf(double, '1.0001'),
        target: valuesOf(double, '1.0002'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['SUM', 'MIN', 'MAX', 'AVG'], fails()),
        ],
      },
      {
        name: 'as 32-bit floats',
        source: valuesOf(float32, '1.0001'),
        target: valuesOf(float32, '1.0002'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['SUM', 'MIN', 'MAX', 'AVG'], fails()),
        ],
      },
      {
        name: 'a decimal and a double',
        source: valuesOf(decimal(5, 4), '1.0001'),
        target: valuesOf(double, '1.0002'),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
    ],
  },
  {
    number: 16,
    title: 'Double → decimal conversion has one stated rounding rule on every engine',
    // The rule: a double never becomes a decimal. Beside a double, an exact number becomes the double nearest to it,
    // ties to even, which every engine reaches by reading the number's digits.
    cases: [
      {
        name: 'a decimal beside a double is the nearest double',
        source: valuesOf(
          decimal(38, 38),
          '0.41582817117048559837198229450834375527',
          '0.41582817117048559837198229450834375527',
          '0.10000000000000000000000000000000000000',
        ),
        target: valuesOf(double, '0.4158281711704856', '0.41582817117048565', '0.1'),
        checks: [...checks(rowFunctions, fails({ mismatched: 1 })), check('MIN', passes())],
      },
      {
        name: 'of 38 digits before the point',
        source: valuesOf(
          decimal(38, 20),
          '15045074312976357.24495521628396548177',
          '15045074312976357.24495521628396548177',
        ),
        target: valuesOf(double, '15045074312976358', '15045074312976356'),
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
      {
        name: 'ties go to the even double',
        source: valuesOf(int64, '9007199254740993', '9007199254740995', '-9007199254740993'),
        target: valuesOf(double, '9007199254740992', '9007199254740996', '-9007199254740992'),
        checks: checks(rowFunctions, passes({ resolutionSays: ['compared_as_double'] })),
      },
      {
        name: 'a double is not rounded to the scale of a decimal',
        source: valuesOf(double, '0.125', '0.125', '1.005', '1.005', '2.5'),
        target: valuesOf(decimal(5, 2), '0.12', '0.13', '1.00', '1.01', '2.50'),
        checks: checks(rowFunctions, fails({ mismatched: 4 })),
      },
      {
        name: 'text beside a double is the nearest double',
        source: valuesOf(text, '0.41582817117048559837198229450834375527', '1e400', '1e-400', '-Infinity'),
        target: valuesOf(double, '0.4158281711704856', 'Infinity', '0', '-Infinity'),
        checks: [check('VALUE', fails({ mismatched: 1, unconvertible: [1, 0] }), { selection: asNumber })],
      },
    ],
  },
];
