import fc from 'fast-check';
import type { Selection } from '../../../src/domain/comparison/resolution.ts';
import {
  binary,
  boolean,
  date,
  decimal,
  double,
  float32,
  int32,
  int64,
  json,
  list,
  map,
  naive,
  type StoredType,
  struct,
  text,
  time,
  uint64,
  uuid,
  type Value,
  zoned,
} from '../../support/relations.ts';
import {
  bytes,
  dates,
  decimals,
  documents,
  doubles,
  farTimestamps,
  floats,
  infiniteDates,
  ints,
  listsOf,
  longs,
  mapsOf,
  orNull,
  scaled,
  texts,
  times,
  timestamps,
  uuids,
} from './values.ts';

/** Two types that compare, with pairs of values that often agree. */
export interface Pairing {
  readonly name: string;
  readonly source: StoredType;
  readonly target: StoredType;
  readonly selection: Selection | null;
  readonly zones: { readonly source: string | null; readonly target: string | null };
  readonly values: fc.Arbitrary<readonly [Value, Value]>;
}

const noZones = { source: null, target: null };

/** The same notation is good for both types. */
function alike(name: string, source: StoredType, target: StoredType, values: fc.Arbitrary<Value>): Pairing {
  return pairing(
    name,
    source,
    target,
    values.map((value) => [value, value] as const),
  );
}

function pairing(
  name: string,
  source: StoredType,
  target: StoredType,
  values: fc.Arbitrary<readonly [Value, Value]>,
  selection: Selection | null = null,
  zones: Pairing['zones'] = noZones,
): Pairing {
  const withNull = fc.oneof({ weight: 6, arbitrary: values }, fc.constant([null, null] as const));
  return { name, source, target, selection, zones, values: withNull };
}

/** Source and target the other way round. */
function turned({ name, source, target, values, selection, zones }: Pairing): Pairing {
  return {
    name: `${name}, turned`,
    source: target,
    target: source,
    selection,
    zones: { source: zones.target, target: zones.source },
    values: values.map(([a, b]) => [b, a] as const),
  };
}

const asNumber: Selection = { choiceId: 'asPeerNumeric', format: '' };
const asText: Selection = { choiceId: 'asText', format: '' };
const asTime = (format: string): Selection => ({ choiceId: 'asPeerDateTime', format });

/** How a number may be written as text: its digits, or something else with the same or another meaning. */
function written(numbers: fc.Arbitrary<string>): fc.Arbitrary<readonly [Value, Value]> {
  const spellings: readonly ((digits: string) => string)[] = [
    (digits) => digits,
    (digits) => ` ${digits}\n`,
    (digits) => (/^\d/.test(digits) ? `+00${digits}` : digits),
    (digits) => `${digits}e0`,
    (digits) => (digits.includes('.') ? `${digits}00` : digits),
    (digits) => `${digits}x`,
    () => '',
    () => '1,5',
    () => '1e400',
    () => '.',
  ];
  return fc
    .tuple(
      numbers,
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...spellings.slice(0, 5)) },
        fc.constantFrom(...spellings),
      ),
    )
    .map(([digits, spell]) => [spell(digits), digits] as const);
}

const sameTime: readonly Pairing[] = [
  alike('dates', date, date, infiniteDates),
  alike('times', time, time, times),
  alike('wall clocks', naive(6), naive(6), farTimestamps),
  pairing('nine and three digits', naive(9), naive(3), fc.tuple(timestamps(9), timestamps(3))),
  pairing(
    'nine and six digits',
    naive(9),
    naive(6),
    timestamps(9).map((value) => [value, value.slice(0, -3)] as const),
  ),
  alike('nanoseconds', naive(9), naive(9), timestamps(9)),
  pairing(
    'instants',
    zoned(6),
    zoned(6),
    farTimestamps.map((value) => [instant(value), instant(value)] as const),
  ),
  pairing(
    'dates and midnights',
    date,
    naive(6),
    infiniteDates.map((day) => [day, midnight(day)] as const),
  ),
  pairing(
    'wall clocks and instants',
    naive(6),
    zoned(6),
    farTimestamps.map((value) => [value, instant(value)] as const),
  ),
  pairing(
    'wall clocks of two zones',
    naive(6),
    naive(6),
    timestamps(6).map((value) => [value, value] as const),
    null,
    { source: 'Europe/Berlin', target: 'America/New_York' },
  ),
  pairing(
    'wall clocks of a zone and instants',
    naive(6),
    zoned(6),
    timestamps(6).map((value) => [value, instant(value)] as const),
    null,
    { source: 'Europe/Berlin', target: null },
  ),
];

function instant(value: string): string {
  return value.endsWith('infinity') ? value : `${value}Z`;
}

function midnight(day: string): string {
  return day.endsWith('infinity') ? day : `${day} 00:00:00`;
}

const sameFamily: readonly Pairing[] = [
  alike('longs', int64, int64, longs),
  alike('ints and longs', int32, int64, ints),
  alike(
    'unsigned and signed longs',
    uint64,
    int64,
    ints.filter((value) => !value.startsWith('-')),
  ),
  alike(
    'unsigned longs',
    uint64,
    uint64,
    fc.constantFrom('0', '1', '9223372036854775808', '18446744073709551615'),
  ),
  alike('longs and wide decimals', int64, decimal(38, 0), longs),
  pairing(
    'unsigned longs and doubles',
    uint64,
    double,
    fc
      .constantFrom('0', '18446744073709551615', '9007199254740993')
      .map((value) => [value, String(Number(value))] as const),
  ),
  pairing(
    'longs and decimals',
    int64,
    decimal(12, 2),
    fc.integer({ min: -9, max: 9 }).map((n) => [`${n}`, `${n}.00`] as const),
  ),
  alike('decimals', decimal(10, 2), decimal(10, 2), decimals(10, 2)),
  pairing(
    'decimals of two scales',
    decimal(10, 2),
    decimal(20, 5),
    decimals(10, 2).map((value) => [value, `${value}000`] as const),
  ),
  alike('widest decimals', decimal(38, 10), decimal(38, 10), decimals(38, 10)),
  pairing(
    'more digits than any decimal',
    decimal(38, 0),
    decimal(38, 20),
    decimals(18, 0).map((value) => [value, `${value}.${'0'.repeat(20)}`] as const),
  ),
  alike('doubles', double, double, doubles),
  alike(
    'floats and doubles',
    float32,
    double,
    floats.map((value) => (Number.isFinite(Number(value)) ? shortest32(value) : value)),
  ),
  pairing(
    'decimals and doubles',
    decimal(38, 20),
    double,
    decimals(38, 20).map((value) => [value, String(Number(value))] as const),
  ),
  pairing(
    'longs and doubles',
    int64,
    double,
    longs.map((value) => [value, String(Number(value))] as const),
  ),
  alike('texts', text, text, texts),
  alike('booleans', boolean, boolean, fc.boolean()),
  alike('UUIDs', uuid, uuid, uuids),
  pairing(
    'UUIDs and texts',
    uuid,
    text,
    fc
      .tuple(uuids, fc.constantFrom('same', 'upper', 'bare', 'bad'))
      .map(([id, spelling]) => [id, uuidText(id, spelling)] as const),
  ),
  alike('bytes', binary, binary, bytes),
  alike('JSON', json, json, documents),
  pairing(
    'JSON and text',
    json,
    text,
    fc.tuple(documents, fc.boolean()).map(([value, good]) => [value, good ? value : `${value}]`] as const),
  ),
];

/** A float's own digits, read as a double: 0.1 of 32 bits is 0.10000000149011612. */
function shortest32(value: string): string {
  const number = Math.fround(Number(value));
  return Object.is(number, -0) ? '-0' : String(number);
}

function uuidText(id: string, spelling: string): string {
  switch (spelling) {
    case 'upper':
      return id.toUpperCase();
    case 'bare':
      return id.replaceAll('-', '');
    case 'bad':
      return id.slice(1);
    default:
      return id;
  }
}

const nested: readonly Pairing[] = [
  alike('lists of longs', list(int64), list(int64), listsOf(orNull(longs))),
  pairing(
    'lists of ints and decimals',
    list(int32),
    list(decimal(12, 2)),
    fc
      .array(fc.integer({ min: -2, max: 2 }), { maxLength: 3 })
      .map((items) => [items.map(String), items.map((item) => scaled(BigInt(item) * 100n, 2))] as const),
  ),
  alike('lists of texts', list(text), list(text), listsOf(orNull(texts))),
  alike('lists of doubles', list(double), list(double), listsOf(orNull(doubles))),
  alike('lists of lists', list(list(int64)), list(list(int64)), listsOf(orNull(listsOf(orNull(longs))))),
  alike(
    'structs',
    struct({ a: int64, b: text }),
    struct({ a: int64, b: text }),
    fc.tuple(orNull(longs), orNull(texts)),
  ),
  pairing(
    'structs in another order',
    struct({ a: int64, b: text }),
    struct({ b: text, a: int64 }),
    fc.tuple(orNull(longs), orNull(texts)).map(
      ([a, b]) =>
        [
          [a, b],
          [b, a],
        ] as const,
    ),
  ),
  alike(
    'lists of structs',
    list(struct({ a: int64, b: date })),
    list(struct({ a: int64, b: date })),
    listsOf(orNull(fc.tuple(orNull(longs), orNull(dates)))),
  ),
  alike('maps', map(text, int64), map(text, int64), mapsOf(texts, orNull(longs))),
  pairing(
    'lists of nanoseconds and microseconds',
    list(naive(9)),
    list(naive(6)),
    fc
      .array(timestamps(9), { maxLength: 2 })
      .map((items) => [items, items.map((item) => item.slice(0, -3))] as const),
  ),
];

const byChoice: readonly Pairing[] = [
  pairing('text as longs', text, int64, written(longs), asNumber),
  pairing('text as decimals', text, decimal(10, 2), written(decimals(10, 2)), asNumber),
  pairing('text as doubles', text, double, written(doubles), asNumber),
  pairing(
    'booleans as numbers',
    boolean,
    int64,
    fc.tuple(fc.boolean(), fc.constantFrom('0', '1', '2')).map(([flag, n]) => [flag, n] as const),
    asNumber,
  ),
  pairing(
    'booleans as text',
    boolean,
    text,
    fc.boolean().map((flag) => [flag, String(flag)] as const),
    asText,
  ),
  pairing(
    'longs as text',
    int64,
    text,
    longs.map((value) => [value, value] as const),
    asText,
  ),
  pairing(
    'decimals as text',
    decimal(12, 3),
    text,
    decimals(12, 3).map((value) => [value, value.replace(/\.?0+$/, '')] as const),
    asText,
  ),
  pairing(
    'doubles as text',
    double,
    text,
    doubles.map((value) => [value, String(Number(value))] as const),
    asText,
  ),
  pairing(
    'dates as text',
    date,
    text,
    dates.map((value) => [value, value] as const),
    asText,
  ),
  pairing(
    'wall clocks as text',
    naive(6),
    text,
    timestamps(6).map((value) => [value, value.replace(' ', 'T').replace(/\.?0+$/, '')] as const),
    asText,
  ),
  pairing(
    'text as dates',
    text,
    date,
    fc.tuple(dates, fc.boolean()).map(([day, good]) => [good ? day : `${day} `, day] as const),
    asTime('yyyy-MM-dd'),
  ),
  pairing(
    'text as days of the other order',
    text,
    date,
    dates.map((day) => [day.split('-').reverse().join('/'), day] as const),
    asTime('dd/MM/yyyy'),
  ),
  pairing(
    'text as wall clocks',
    text,
    naive(6),
    timestamps(6).map((value) => [value, value] as const),
    asTime('yyyy-MM-dd HH:mm:ss.SSSSSS'),
  ),
  pairing(
    'text with an offset',
    text,
    zoned(6),
    timestamps(6).map((value) => [`${value.slice(0, 19)}+00:00`, `${value.slice(0, 19)}Z`] as const),
    asTime('yyyy-MM-dd HH:mm:ssXXX'),
  ),
  pairing(
    'longs as milliseconds',
    int64,
    naive(3),
    fc.tuple(fc.integer({ min: -3, max: 3 }), timestamps(3)).map(([n, value]) => [String(n), value] as const),
    asTime('epoch_ms'),
  ),
  pairing(
    'longs as days',
    int64,
    date,
    fc
      .tuple(dates, fc.boolean())
      .map(([day, good]) => [good ? day.replaceAll('-', '').replace(/^0+/, '') : '20240230', day] as const),
    asTime('yyyyMMdd'),
  ),
  pairing(
    'decimals as seconds',
    decimal(14, 4),
    zoned(6),
    fc
      .integer({ min: -99_999, max: 99_999 })
      .map((units) => [scaled(BigInt(units), 4), epochText(units * 100)] as const),
    asTime('epoch_s'),
  ),
  pairing(
    'doubles as seconds',
    double,
    naive(6),
    fc
      .integer({ min: -99_999, max: 99_999 })
      .map((units) => [String(units / 1000), epochText(units * 1000).slice(0, -1)] as const),
    asTime('epoch_s'),
  ),
  pairing(
    'text as microseconds',
    text,
    zoned(6),
    fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.constantFrom('', ' ', '.5', 'x'))
      .map(([micros, tail]) => [`${micros}${tail}`, epochText(micros)] as const),
    asTime('epoch_us'),
  ),
  pairing(
    'text as times of day',
    text,
    time,
    fc
      .tuple(times, fc.boolean())
      .map(([value, good]) => [good ? value.slice(0, 8) : value, value.slice(0, 8)] as const),
    asTime('HH:mm:ss'),
  ),
  pairing(
    'instants as text',
    zoned(6),
    text,
    timestamps(6).map((value) => [`${value}Z`, `${isoOf(value)}Z`] as const),
    asText,
  ),
  pairing(
    'times as text',
    time,
    text,
    times.map((value) => [value, value.replace(/\.?0+$/, '')] as const),
    asText,
  ),
  pairing(
    'doubles as text beside doubles',
    double,
    double,
    doubles.map((value) => [value, value] as const),
    asText,
  ),
  pairing(
    'bytes as hex',
    binary,
    text,
    fc
      .tuple(bytes, fc.constantFrom('', '0x', 'z'))
      .map(([value, prefix]) => [value, `${prefix}${value.toUpperCase()}`] as const),
    { choiceId: 'asText', format: 'hex' },
  ),
  pairing(
    'bytes as base64',
    binary,
    text,
    bytes.map((value) => [value, Buffer.from(value, 'hex').toString('base64')] as const),
    { choiceId: 'asText', format: 'base64' },
  ),
];

/** So many microseconds after 1970, as an instant. */
function epochText(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000);
  const fraction = String(micros - seconds * 1_000_000).padStart(6, '0');
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')}.${fraction}Z`;
}

function isoOf(value: string): string {
  return value.replace(' ', 'T').replace(/\.?0+$/, '');
}

const oneWay: readonly Pairing[] = [...sameFamily, ...sameTime, ...nested, ...byChoice];

/** Every pairing, in both directions where they are different. */
export const pairings: readonly Pairing[] = oneWay.flatMap((one) =>
  one.source === one.target ? [one] : [one, turned(one)],
);
