import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type WhereTree, where } from './parse-where.ts';

const readings: Readonly<Record<string, WhereTree>> = {
  "status = 'open'": { field: 'status', op: 'eq', value: 'open' },
  "name = 'O''Hara'": { field: 'name', op: 'eq', value: "O'Hara" },
  'amount >= 10.5': { field: 'amount', op: 'ge', value: '10.5' },
  'amount<-1e-3': { field: 'amount', op: 'lt', value: '-1e-3' },
  'a != 1': { field: 'a', op: 'ne', value: '1' },
  'a <> 1': { field: 'a', op: 'ne', value: '1' },
  'day > 2024-01-31': { field: 'day', op: 'gt', value: '2024-01-31' },
  'at = 2024-01-31T10:00:00.5+02:00': { field: 'at', op: 'eq', value: '2024-01-31T10:00:00.5+02:00' },
  'open = TRUE': { field: 'open', op: 'eq', value: true },
  'note is null': { field: 'note', op: 'isNull' },
  'note IS NOT NULL': { field: 'note', op: 'isNotNull' },
  "country in ('DE', 'FR')": { field: 'country', op: 'in', value: ['DE', 'FR'] },
  'a not in (1)': { not: { field: 'a', op: 'in', value: ['1'] } },
  'a between 1 and 5': { field: 'a', op: 'between', value: ['1', '5'] },
  "name contains 'x'": { field: 'name', op: 'contains', value: 'x' },
  "name starts with 'x'": { field: 'name', op: 'startsWith', value: 'x' },
  'customer.city = 1': { field: 'customer.city', op: 'eq', value: '1' },
  '"odd name"."in.ner" = 1': { field: '"odd name"."in.ner"', op: 'eq', value: '1' },
  'größe = 1': { field: 'größe', op: 'eq', value: '1' },
  'a = 1 and b = 2 or c = 3': {
    any: [
      {
        all: [
          { field: 'a', op: 'eq', value: '1' },
          { field: 'b', op: 'eq', value: '2' },
        ],
      },
      { field: 'c', op: 'eq', value: '3' },
    ],
  },
  'a = 1 and (b = 2 or c = 3)': {
    all: [
      { field: 'a', op: 'eq', value: '1' },
      {
        any: [
          { field: 'b', op: 'eq', value: '2' },
          { field: 'c', op: 'eq', value: '3' },
        ],
      },
    ],
  },
  'not not a = 1': { not: { not: { field: 'a', op: 'eq', value: '1' } } },
};

for (const [text, tree] of Object.entries(readings)) {
  test(`reads ${text}`, () => assert.deepEqual(where(text), tree));
}

/** The place that the message points at. */
const faults: Readonly<Record<string, readonly [number, RegExp]>> = {
  '': [1, /name of a column/],
  a: [2, /=, !=/],
  'a =': [4, /a value/],
  'a = b': [5, /a value/],
  'a = 1 b = 2': [7, /and, or, or the end/],
  '(a = 1': [7, /\)/],
  "a = 'x": [4, /cannot be read/],
  'a in 1': [6, /\(/],
  'a between 1': [12, /greater value/],
  'a is 5': [6, /null/],
  '1 = a': [1, /name of a column/],
  'a ; drop table b': [2, /cannot be read/],
};

for (const [text, [place, says]] of Object.entries(faults)) {
  test(`refuses ${text || 'nothing'} at character ${place}`, () => {
    assert.throws(
      () => where(text),
      (error: Error) => {
        assert.match(error.message, new RegExp(`At character ${place} `));
        assert.match(error.message, says);
        return true;
      },
    );
  });
}
