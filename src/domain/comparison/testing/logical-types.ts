import fc from 'fast-check';
import type { LogicalType } from '../logical-type.ts';
import { parseLogicalType } from '../logical-type-text.ts';

/** A type from its compact text, for tests. */
export function typed(text: string): LogicalType {
  const type = parseLogicalType(text);
  if (!type.ok) throw new TypeError(`${text}: ${type.fault.detail} (${type.fault.position})`);
  return type.value;
}

/** At least one type of every kind, and several where their parameters matter. */
export const representativeTypes: readonly LogicalType[] = [
  'boolean',
  'long',
  'decimal(10,2)',
  'decimal(38,38)',
  'decimal(65,30)',
  'double',
  'string',
  'date',
  'time(6)',
  'timestamp(6) naive',
  'timestamp(3) zoned',
  'timestamp(9) zoned',
  'uuid',
  'binary',
  'json',
  'struct<a long, b timestamp(6) naive>',
  'struct<b timestamp(3) zoned, a double>',
  'list<string>',
  'list<decimal(10,2)>',
  'map<string, date>',
  'unknown',
].map(typed);

const leaf: fc.Arbitrary<LogicalType> = fc.oneof(
  fc.constantFrom<LogicalType>(
    { kind: 'boolean' },
    { kind: 'long' },
    { kind: 'double' },
    { kind: 'string' },
    { kind: 'date' },
    { kind: 'uuid' },
    { kind: 'binary' },
    { kind: 'json' },
    { kind: 'unknown' },
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 76 }), fc.nat())
    .map(([precision, seed]): LogicalType => ({ kind: 'decimal', precision, scale: seed % (precision + 1) })),
  fc.integer({ min: 0, max: 12 }).map((precision): LogicalType => ({ kind: 'time', precision })),
  fc
    .record({ precision: fc.integer({ min: 0, max: 12 }), zoned: fc.boolean() }, { noNullPrototype: true })
    .map((rest): LogicalType => ({ kind: 'timestamp', ...rest })),
);

/** Names from a small set, so that two structs often share some, and from all of Unicode. */
const fieldName = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ unit: 'binary', maxLength: 6 }));

/** Any type, containers in containers included. */
export const arbitraryLogicalType: fc.Arbitrary<LogicalType> = fc.letrec<{ type: LogicalType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: tie('type').map((element): LogicalType => ({ kind: 'list', element })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('type'), tie('type'))
        .map(([key, value]): LogicalType => ({ kind: 'map', key, value })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(fc.record({ name: fieldName, type: tie('type') }, { noNullPrototype: true }), {
          maxLength: 3,
          selector: ({ name }) => name,
        })
        .map((fields): LogicalType => ({ kind: 'struct', fields })),
    },
  ),
})).type;
