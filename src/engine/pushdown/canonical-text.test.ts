import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import { canonicalText } from './canonical-text.ts';

const exact: ComparisonType = { kind: 'exactNumeric', precision: 38, scale: 4, carrier: 'decimal' };
const wall: ComparisonType = {
  kind: 'timestamp',
  precision: 6,
  clock: 'wall',
  zone: null,
  sourceZone: null,
  targetZone: null,
};
const instant: ComparisonType = { ...wall, clock: 'instant' };
const texts: readonly (readonly [ComparisonType, string, string])[] = [
  [exact, '1.1000', '1.1'],
  [exact, '100.00', '100'],
  [exact, '100', '100'],
  [exact, '-0.1900', '-0.19'],
  [exact, '0.0000', '0'],
  [{ kind: 'double' }, '1e+21', '1e+21'],
  [{ kind: 'double' }, '1e21', '1e+21'],
  [{ kind: 'double' }, '-0', '0'],
  [{ kind: 'double' }, 'Infinity', 'Infinity'],
  [{ kind: 'double' }, 'NaN', 'NaN'],
  [{ kind: 'double' }, '1e-05', '0.00001'],
  [{ kind: 'date' }, '0044-03-15 BC', '0044-03-15 (BC)'],
  [{ kind: 'date' }, 'infinity', 'infinity'],
  [wall, '2024-01-31 07:05:00', '2024-01-31T07:05:00'],
  [wall, '2024-01-31 07:05:00.250000', '2024-01-31T07:05:00.25'],
  [wall, '2024-01-31 07:05:10.000000', '2024-01-31T07:05:10'],
  [wall, '0044-03-15 12:00:00 BC', '0044-03-15 (BC)T12:00:00'],
  [wall, '-infinity', '-infinity'],
  [instant, '2024-01-31 07:05:00.5', '2024-01-31T07:05:00.5Z'],
  [instant, 'infinity', 'infinity'],
  [{ kind: 'time', precision: 6 }, '07:05:10.500000', '07:05:10.5'],
  [{ kind: 'time', precision: 6 }, '07:05:10', '07:05:10'],
  [{ kind: 'text' }, '1.10', '1.10'],
];
for (const [type, text, canonical] of texts) {
  test(`${type.kind} ${text} is ${canonical}`, () => assert.equal(canonicalText(text, type), canonical));
}
