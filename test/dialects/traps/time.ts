import { date, int64, int96, naive, table, text, valuesOf, zoned } from '../../support/relations.ts';
import {
  asTime,
  check,
  checks,
  fails,
  passes,
  rowFunctions,
  setFunctions,
  type Trap,
  withinTime,
} from './trap.ts';

export const timeTraps: readonly Trap[] = [
  {
    number: 21,
    title: 'Nine and three fractional digits compare at the lower precision, by cutting',
    cases: [
      {
        name: 'nine and three',
        source: valuesOf(
          naive(9),
          '2024-05-01 12:00:00.123999999',
          '2024-05-01 12:00:00.123999999',
          '2024-05-01 12:00:00.123000000',
          '1969-12-31 23:59:59.999999999',
          '1969-12-31 23:59:59.000000001',
        ),
        target: valuesOf(
          naive(3),
          '2024-05-01 12:00:00.123',
          '2024-05-01 12:00:00.124',
          '2024-05-01 12:00:00.123',
          '1969-12-31 23:59:59.999',
          '1969-12-31 23:59:59.000',
        ),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1, resolutionSays: ['precision_lowered'] })),
          check('MIN', passes()),
          check('MAX', fails()),
        ],
      },
      {
        name: 'nine and six',
        source: valuesOf(naive(9), '2024-05-01 12:00:00.123456999', '1900-01-01 00:00:00.000000999'),
        target: valuesOf(naive(6), '2024-05-01 12:00:00.123456', '1900-01-01 00:00:00.000000'),
        checks: checks([...rowFunctions, ...setFunctions, 'MIN', 'MAX'], passes()),
      },
      {
        name: 'as keys',
        source: valuesOf(naive(9), '2024-05-01 12:00:00.123999999', '2024-05-01 12:00:00.124000000'),
        target: valuesOf(naive(3), '2024-05-01 12:00:00.123', '2024-05-01 12:00:00.124'),
        keys: ['v'],
        checks: [check('OUTER_VALUE', passes(), { on: 'id' })],
      },
      {
        name: 'nine and nine lose nothing',
        source: valuesOf(naive(9), '2024-05-01 12:00:00.123456789'),
        target: valuesOf(naive(9), '2024-05-01 12:00:00.123456788'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          ...checks(['MIN', 'MAX'], fails()),
          check('VALUE', passes(), { tolerance: withinTime('1') }),
        ],
      },
    ],
  },
  {
    number: 22,
    title: 'A sub-second difference in MIN or MAX fails',
    cases: [
      {
        name: 'by a microsecond',
        source: valuesOf(naive(6), '2024-05-01 12:00:00.000001', '2024-06-01 12:00:00'),
        target: valuesOf(naive(6), '2024-05-01 12:00:00.000002', '2024-06-01 12:00:00'),
        checks: [check('MIN', fails()), check('MAX', passes())],
      },
      {
        name: 'by a millisecond, with a zone',
        source: valuesOf(zoned(6), '2024-05-01 12:00:00Z', '2024-06-01 12:00:00.001Z'),
        target: valuesOf(zoned(6), '2024-05-01 12:00:00Z', '2024-06-01 12:00:00.002Z'),
        checks: [
          check('MIN', passes()),
          check('MAX', fails()),
          check('MAX', passes(), { tolerance: withinTime('1000000') }),
          check('MAX', fails(), { tolerance: withinTime('999999') }),
        ],
      },
    ],
  },
  {
    number: 23,
    title: '.123456 and .123457 differ',
    cases: [
      {
        name: 'without a zone',
        source: valuesOf(naive(6), '2024-05-01 12:00:00.123456', '2024-05-01 12:00:00.123456'),
        target: valuesOf(naive(6), '2024-05-01 12:00:00.123457', '2024-05-01 12:00:00.123456'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 1 })),
        ],
      },
      {
        name: 'with a zone',
        source: valuesOf(zoned(6), '2024-05-01 12:00:00.123456Z'),
        target: valuesOf(zoned(6), '2024-05-01 12:00:00.123457Z'),
        alsoAs: ['csv', 'json'],
        checks: [
          check('VALUE', fails({ mismatched: 1 })),
          check('VALUE', passes(), { tolerance: withinTime('1000') }),
          check('VALUE', fails({ mismatched: 1 }), { tolerance: withinTime('999') }),
        ],
      },
      {
        name: 'text and a timestamp',
        source: valuesOf(text, '2024-05-01T12:00:00.123456', '2024-05-01T12:00:00.123457'),
        target: valuesOf(naive(6), '2024-05-01 12:00:00.123457', '2024-05-01 12:00:00.123457'),
        checks: [
          check('VALUE', fails({ mismatched: 1 }), { selection: asTime("yyyy-MM-dd'T'HH:mm:ss.SSSSSS") }),
        ],
      },
    ],
  },
  {
    number: 24,
    title: 'A DATE equals its midnight TIMESTAMP',
    cases: [
      {
        name: 'without a zone',
        source: valuesOf(date, '2024-05-01', '2024-05-01', '1969-07-20', '0001-01-01'),
        target: valuesOf(
          naive(6),
          '2024-05-01 00:00:00',
          '2024-05-01 00:00:00.000001',
          '1969-07-20 00:00:00',
          '0001-01-01 00:00:00',
        ),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1, resolutionSays: ['date_as_midnight'] })),
          check('MIN', passes()),
          check('MAX', fails()),
        ],
      },
      {
        name: 'as keys',
        source: valuesOf(date, '2024-05-01'),
        target: valuesOf(naive(6), '2024-05-01 00:00:00'),
        keys: ['v'],
        checks: [check('OUTER_VALUE', passes(), { on: 'id' })],
      },
      {
        name: 'a date in a declared zone and an instant',
        source: valuesOf(date, '2024-05-01', '2024-05-01'),
        target: valuesOf(zoned(6), '2024-04-30 22:00:00Z', '2024-05-01 00:00:00Z'),
        zones: { source: 'Europe/Berlin' },
        checks: [check('VALUE', fails({ mismatched: 1, resolutionSays: ['zone_applied'] }))],
      },
    ],
  },
  {
    number: 25,
    title: 'The same instant with two offsets is equal; naive with zoned needs the declared zone',
    cases: [
      {
        name: 'two offsets',
        source: valuesOf(zoned(6), '2024-05-01 12:00:00+02:00', '2024-05-01 12:00:00+02:00'),
        target: valuesOf(zoned(6), '2024-05-01 05:30:00-04:30', '2024-05-01 12:00:00Z'),
        alsoAs: ['csv', 'json'],
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
      {
        name: 'text with its offset',
        source: valuesOf(text, '2024-05-01T12:00:00+02:00', '2024-05-01T12:00:00+02:00'),
        target: valuesOf(zoned(6), '2024-05-01 10:00:00Z', '2024-05-01 12:00:00Z'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asTime("yyyy-MM-dd'T'HH:mm:ssXXX") })],
      },
      {
        name: 'naive in a declared zone, in winter and in summer',
        source: valuesOf(naive(6), '2024-01-15 12:00:00', '2024-07-15 12:00:00', '2024-07-15 12:00:00'),
        target: valuesOf(zoned(6), '2024-01-15 11:00:00Z', '2024-07-15 10:00:00Z', '2024-07-15 12:00:00Z'),
        zones: { source: 'Europe/Berlin' },
        checks: checks(rowFunctions, fails({ mismatched: 1, resolutionSays: ['zone_applied'] })),
      },
      {
        name: 'naive with no declared zone is UTC, and that is said',
        source: valuesOf(naive(6), '2024-01-15 12:00:00', '2024-07-15 12:00:00'),
        target: valuesOf(zoned(6), '2024-01-15 12:00:00Z', '2024-07-15 10:00:00Z'),
        checks: [check('VALUE', fails({ mismatched: 1, resolutionSays: ['zone_assumed'] }))],
      },
      {
        name: 'two declared zones',
        source: valuesOf(naive(6), '2024-01-15 12:00:00', '2024-01-15 12:00:00'),
        target: valuesOf(naive(6), '2024-01-15 06:00:00', '2024-01-15 12:00:00'),
        zones: { source: 'Europe/Berlin', target: 'America/New_York' },
        checks: [check('VALUE', fails({ mismatched: 1, resolutionSays: ['zones_differ'] }))],
      },
      {
        name: 'two naive sides with one zone or none compare as written',
        source: valuesOf(naive(6), '2024-10-27 02:30:00'),
        target: valuesOf(naive(6), '2024-10-27 02:30:00'),
        zones: { source: 'Europe/Berlin' },
        checks: [check('VALUE', passes())],
      },
    ],
  },
  {
    number: 26,
    title: "A DST-ambiguous hour gives the same result whatever the host's zone",
    cases: [
      {
        name: 'both instants show the hour that repeats; none shows the hour that is left out',
        source: valuesOf(
          naive(6),
          '2024-10-27 02:30:00',
          '2024-10-27 02:30:00',
          '2024-10-27 03:30:00',
          '2024-03-31 02:30:00',
          '2024-03-31 02:30:00',
        ),
        target: valuesOf(
          zoned(6),
          '2024-10-27 00:30:00Z',
          '2024-10-27 01:30:00Z',
          '2024-10-27 01:30:00Z',
          '2024-03-31 00:30:00Z',
          '2024-03-31 01:30:00Z',
        ),
        zones: { source: 'Europe/Berlin' },
        checks: checks(rowFunctions, fails({ mismatched: 3 })),
      },
      {
        name: 'instants an hour apart stay apart where the clock repeats',
        source: valuesOf(zoned(6), '2024-10-27 00:30:00Z', '2024-11-03 05:30:00Z'),
        target: valuesOf(zoned(6), '2024-10-27 01:30:00Z', '2024-11-03 06:30:00Z'),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 2 })),
          check('SET_A_EQUALS_B', fails({ missingInSource: 2, missingInTarget: 2 })),
          check('VALUE', fails({ mismatched: 2 }), { tolerance: withinTime('3599999999999') }),
          check('VALUE', passes(), { tolerance: withinTime('3600000000000') }),
        ],
      },
      {
        name: 'wall clocks of an hour that is left out are only text here',
        source: valuesOf(naive(6), '2024-03-31 02:30:00', '2024-03-10 02:30:00'),
        target: valuesOf(naive(6), '2024-03-31 02:30:00', '2024-03-10 03:30:00'),
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
    ],
  },
  {
    number: 27,
    title: 'Years 0001, 0999, 9999 and ±infinity do not crash',
    cases: [
      {
        name: 'dates',
        source: valuesOf(date, '0001-01-01', '0999-12-31', '9999-12-31', '0001-01-01'),
        target: valuesOf(date, '0001-01-01', '0999-12-31', '9999-12-31', '0001-01-02'),
        alsoAs: ['csv', 'json'],
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('MIN', passes({ values: ['0001-01-01', '0001-01-01'] })),
          check('MAX', passes({ values: ['9999-12-31', '9999-12-31'] })),
        ],
      },
      {
        name: 'timestamps',
        source: valuesOf(
          naive(6),
          '0001-01-01 00:00:00',
          '0999-12-31 23:59:59.999999',
          '9999-12-31 23:59:59.999999',
        ),
        target: valuesOf(
          naive(6),
          '0001-01-01 00:00:00',
          '0999-12-31 23:59:59.999998',
          '9999-12-31 23:59:59.999999',
        ),
        checks: [...checks(rowFunctions, fails({ mismatched: 1 })), ...checks(['MIN', 'MAX'], passes())],
      },
      {
        name: 'instants on the clock of another zone',
        source: valuesOf(naive(6), '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999'),
        target: valuesOf(zoned(6), '0001-01-01 00:00:00Z', '9999-12-31 18:29:59.999999Z'),
        zones: { source: 'Asia/Kolkata' },
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
      {
        name: 'infinite dates and timestamps',
        source: table(
          { id: int64, d: date, t: naive(6), z: zoned(6) },
          ['1', 'infinity', 'infinity', 'infinity'],
          ['2', '-infinity', '-infinity', '-infinity'],
          ['3', 'infinity', 'infinity', 'infinity'],
        ),
        target: table(
          { id: int64, d: date, t: naive(6), z: zoned(6) },
          ['1', 'infinity', 'infinity', 'infinity'],
          ['2', '-infinity', '-infinity', '-infinity'],
          ['3', '-infinity', '9999-12-31 23:59:59.999999', null],
        ),
        checks: [
          ...['d', 't', 'z'].flatMap((on) => [
            ...checks(rowFunctions, fails({ mismatched: 1 }), { on }),
            check('MIN', passes(), { on }),
            check('MAX', passes(), { on }),
            check('VALUE', fails({ mismatched: 1 }), { on, tolerance: withinTime('86400000000000') }),
          ]),
        ],
      },
      {
        name: 'an infinite date and an infinite timestamp',
        source: valuesOf(date, 'infinity', '-infinity', 'infinity'),
        target: valuesOf(naive(6), 'infinity', '-infinity', '-infinity'),
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
      {
        name: 'infinite wall clocks and instants',
        source: valuesOf(naive(6), 'infinity', '-infinity', 'infinity'),
        target: valuesOf(zoned(6), 'infinity', '-infinity', '-infinity'),
        zones: { source: 'Europe/Berlin' },
        checks: [check('VALUE', fails({ mismatched: 1 }))],
      },
      {
        name: 'text and dates',
        source: valuesOf(text, '0001-01-01', '0999-12-31', '9999-12-31'),
        target: valuesOf(date, '0001-01-01', '0999-12-31', '9999-12-30'),
        checks: [check('VALUE', fails({ mismatched: 1 }), { selection: asTime('yyyy-MM-dd') })],
      },
      {
        name: 'nanoseconds beyond the years that 64 bits of them hold',
        source: valuesOf(naive(9), '2024-05-01 12:00:00.000000001', '1969-01-01 00:00:00.000000001'),
        target: valuesOf(naive(6), '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999'),
        checks: checks(rowFunctions, fails({ mismatched: 2 })),
      },
    ],
  },
  {
    number: 28,
    title: 'INT96 and Julian-calendar timestamps read right',
    cases: [
      {
        name: 'INT96 and a modern timestamp',
        source: valuesOf(
          int96,
          '2024-05-01 12:00:00.123456789',
          '1970-01-01 00:00:00.000000000',
          '1969-12-31 23:59:59.999999000',
          '1900-01-01 00:00:00.000000000',
          null,
          '2024-05-01 12:00:00.123456789',
        ),
        target: valuesOf(
          naive(6),
          '2024-05-01 12:00:00.123456',
          '1970-01-01 00:00:00.000000',
          '1969-12-31 23:59:59.999999',
          '1900-01-01 00:00:00.000000',
          null,
          '2024-05-01 12:00:00.123457',
        ),
        checks: [
          ...checks(rowFunctions, fails({ mismatched: 1 })),
          check('COUNT', passes({ values: ['5', '5'] })),
        ],
      },
      {
        name: 'INT96 of days before the Gregorian calendar and far ahead',
        source: valuesOf(
          int96,
          '1582-10-15 00:00:00.000000000',
          '1582-10-04 12:00:00.000000000',
          '0001-01-01 00:00:00.000000000',
          '9999-12-31 23:59:59.999999000',
        ),
        target: valuesOf(
          naive(6),
          '1582-10-15 00:00:00',
          '1582-10-04 12:00:00',
          '0001-01-01 00:00:00',
          '9999-12-31 23:59:59.999999',
        ),
        checks: checks([...rowFunctions, 'MIN', 'MAX'], passes()),
      },
      {
        name: 'INT96 and INT96 keep what can be told apart',
        source: valuesOf(int96, '2024-05-01 12:00:00.123456000'),
        target: valuesOf(int96, '2024-05-01 12:00:00.123457000'),
        checks: checks(rowFunctions, fails({ mismatched: 1 })),
      },
    ],
  },
];
