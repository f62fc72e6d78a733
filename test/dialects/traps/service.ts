import { decimal, double, int64, valuesOf } from '../../support/relations.ts';
import { check, checks, errors, fails, passes, rowFunctions, type Trap, within } from './trap.ts';

const hundred = Array.from({ length: 100 }, (_, index) => String(index));

export const serviceTraps: readonly Trap[] = [
  {
    number: 61,
    title: 'int64 and decimals travel as JSON strings; NaN, infinity and −0 survive',
    cases: [
      {
        name: 'the values of a report are text, digit by digit',
        source: valuesOf(int64, '9223372036854775807'),
        target: valuesOf(decimal(38, 18), '12345678901234567890.123456789012345678'),
        checks: [
          check('MAX', fails({ values: ['9223372036854775807', '12345678901234567890.123456789012345678'] })),
        ],
      },
      {
        name: 'what JSON has no number for',
        source: valuesOf(double, 'NaN', '-Infinity', '-0'),
        target: valuesOf(double, 'NaN', '-Infinity', '0'),
        checks: [
          check('MAX', passes({ values: ['NaN', 'NaN'] })),
          check('MIN', passes({ values: ['-Infinity', '-Infinity'] })),
          ...checks(rowFunctions, passes()),
        ],
      },
      {
        name: 'doubles keep every digit',
        source: valuesOf(double, '0.30000000000000004'),
        target: valuesOf(double, '0.3'),
        checks: [check('MAX', fails({ values: ['0.30000000000000004', '0.3'] }))],
      },
    ],
  },
  {
    number: 62,
    title: 'An errored or skipped check is never a pass; a retry never doubles a result',
    elsewhere:
      'A retry is a matter of Runs: that it never doubles a result belongs to the suites of execution.',
    cases: [
      {
        name: 'a check that cannot be done errs, and the others run',
        source: valuesOf(int64, '1'),
        target: valuesOf(int64, '1'),
        checks: [
          check('COUNT', errors('specification_invalid'), { tolerance: within('not a number') }),
          check('VALUE', passes()),
        ],
      },
    ],
  },
  {
    number: 63,
    title: 'A truncated list of differences still carries exact counts',
    cases: [
      {
        name: 'mismatches',
        source: valuesOf(int64, ...hundred),
        target: valuesOf(int64, ...hundred.map(() => '-1')),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 100, evidence: { rows: 7, capped: true } }), {
            evidenceRows: 7,
          }),
          check('VALUE', fails({ mismatched: 100, evidence: { rows: 100, capped: false } })),
        ],
      },
      {
        name: 'missing rows and values',
        source: valuesOf(int64, ...hundred),
        target: valuesOf(int64),
        checks: [
          check('OUTER_VALUE', fails({ missingInTarget: 100, evidence: { rows: 7, capped: true } }), {
            evidenceRows: 7,
          }),
          check('SET_A_IN_B', fails({ missingInTarget: 100, evidence: { rows: 7, capped: true } }), {
            evidenceRows: 7,
          }),
        ],
      },
    ],
  },
];
