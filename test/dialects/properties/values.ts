import fc from 'fast-check';
import type { Value } from '../../support/relations.ts';

/**
 * Values in the notation of `relations.ts`, from small pools, so that equal values, duplicate keys and near misses are
 * frequent, with the extremes of each type among them.
 */
export const longs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }).map(String) },
  fc.constantFrom(
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '2147483648',
  ),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
);

export const ints = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }).map(String) },
  fc.constantFrom('2147483647', '-2147483648'),
);

export function decimals(precision: number, scale: number): fc.Arbitrary<string> {
  const most = 10n ** BigInt(precision) - 1n;
  const units = fc.oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: -3n, max: 3n }) },
    { weight: 2, arbitrary: fc.bigInt({ min: -3n, max: 3n }).map((whole) => whole * 10n ** BigInt(scale)) },
    fc.constantFrom(most, -most, most - 1n, 1n - most),
    fc.bigInt({ min: -most, max: most }),
  );
  return units.map((value) => scaled(value < -most || value > most ? 0n : value, scale));
}

/** `units` × 10^-scale, with every digit of the scale written. */
export function scaled(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

export const doubles = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('0', '-0', '1', '-1', '0.1', '0.3', '0.30000000000000004', '0.57', '0.58'),
  },
  { weight: 2, arbitrary: fc.constantFrom('NaN', 'Infinity', '-Infinity') },
  fc.constantFrom(
    '5e-324',
    '1.7976931348623157e308',
    '-1.7976931348623157e308',
    '9007199254740992',
    '1e21',
    '1e-7',
  ),
  fc.double({ noNaN: true }).map(notation),
);

/** Doubles that a float of 32 bits holds as well. */
export const floats = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('0', '-0', '1', '0.5', '-2.25', 'NaN', 'Infinity', '-Infinity') },
  fc.float({ noNaN: true }).map(notation),
);

function notation(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Letters that every engine's tables of Unicode have known for years; of newer ones each has its own idea. */
const olderLetters = fc
  .integer({ min: 0, max: 0x9fff })
  .filter((point) => point < 0x1c80 || point > 0x1c8f)
  .map((point) => String.fromCodePoint(point));

export const texts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'a',
      'A',
      'b',
      'ab',
      'a ',
      ' a',
      'é',
      'e\u0301',
      'É',
      'ß',
      'NULL',
      '\\N',
      '1',
      '01',
    ),
  },
  fc.constantFrom(
    'a\0b',
    'a\0',
    "it's",
    '"',
    'a,b',
    'a|b',
    'a\nb',
    '\t',
    '👍',
    'مرحبا',
    '\u00a0',
    '\ufeff',
    '\u{10ffff}',
  ),
  fc.string({ unit: olderLetters, maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.integer({ min: 250, max: 260 }).map((length) => 'x'.repeat(length)),
);

export const dates = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('2024-02-29', '2024-03-01', '1970-01-01', '1969-12-31') },
  fc.constantFrom('0001-01-01', '0999-12-31', '9999-12-31', '1582-10-10'),
  fc.integer({ min: -700_000, max: 2_900_000 }).map(dayText),
);

export const infiniteDates = fc.oneof(
  { weight: 4, arbitrary: dates },
  fc.constantFrom('infinity', '-infinity'),
);

function dayText(day: number): string {
  return new Date(day * 86_400_000)
    .toISOString()
    .replace(/^\+?0*(\d{4,})-/, '$1-')
    .slice(0, 10);
}

export const times = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('00:00:00', '12:00:00', '12:00:00.000001', '23:59:59.999999', '12:00:00.5'),
  },
  fc.integer({ min: 0, max: 86_399_999_999 }).map((micros) => `${clockText(BigInt(micros) * 1000n, 6)}`),
);

/** Wall clocks to so many digits, in the years that every precision can hold. */
export function timestamps(precision: 3 | 6 | 9): fc.Arbitrary<string> {
  const unit = 10n ** BigInt(9 - precision);
  const near = fc.constantFrom(
    1_709_164_800_000_000_000n,
    1_709_164_800_123_456_789n,
    1_709_164_800_123_456_999n,
    1_709_164_800_123_000_000n,
    0n,
    -1n,
    -1_000_001n,
  );
  const any = fc.bigInt({ min: -9_000_000_000_000_000_000n, max: 9_000_000_000_000_000_000n });
  return fc.oneof({ weight: 3, arbitrary: near }, any).map((point) => {
    const cut = point - (((point % unit) + unit) % unit);
    return pointText(cut, precision);
  });
}

export const farTimestamps = fc.oneof(
  { weight: 5, arbitrary: timestamps(6) },
  fc.constantFrom('0001-01-01 00:00:00', '9999-12-31 23:59:59.999999', 'infinity', '-infinity'),
);

function pointText(point: bigint, precision: number): string {
  const perDay = 86_400_000_000_000n;
  const ofDay = ((point % perDay) + perDay) % perDay;
  return `${dayText(Number((point - ofDay) / perDay))} ${clockText(ofDay, precision)}`;
}

function clockText(nanoseconds: bigint, precision: number): string {
  const seconds = Number(nanoseconds / 1_000_000_000n);
  const part = (value: number) => String(value).padStart(2, '0');
  const clock = `${part(Math.floor(seconds / 3600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`;
  return `${clock}.${(nanoseconds % 1_000_000_000n).toString().padStart(9, '0').slice(0, precision)}`;
}

export const uuids = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
      '00000000-0000-0000-0000-000000000000',
    ),
  },
  fc.uuid(),
);

export const bytes = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', '00', '0000', 'ff', 'deadbeef') },
  fc.uint8Array({ maxLength: 5 }).map((value) => Buffer.from(value).toString('hex')),
);

export const documents = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{"a":1,"b":2}',
      '{"b": 2.0, "a": 1}',
      '[1,2]',
      '[2,1]',
      'null',
      '1',
      '1.0',
      '"1"',
      '{"a":9007199254740993}',
      '{"a":9007199254740992}',
      '{}',
      '[]',
      '[null]',
      'true',
    ),
  },
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
);

/** Now and then NULL. */
export function orNull(values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 6, arbitrary: values }, fc.constant(null));
}

export function listsOf(items: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.array(items, { maxLength: 3 });
}

/** Entries with distinct keys, in any order. */
export function mapsOf(keys: fc.Arbitrary<string>, values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.uniqueArray(fc.tuple(keys, values), { maxLength: 3, selector: ([key]) => key });
}
