import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldPath } from '../../domain/comparison/field-path.ts';
import { findKey } from './find-key.ts';
import type { KeySide } from './key-side.ts';
import type { ObservedColumn } from './open-dataset.ts';
import type { Pair } from './resolve-pairs.ts';

type Rows = Readonly<Record<string, readonly (number | null)[]>>;

function columnOf(name: string): ObservedColumn {
  const path = fieldPath(name);
  return {
    name,
    column: name,
    field: path,
    path,
    logicalType: { kind: 'long' },
    nativeType: 'bigint',
    nullable: true,
    allNull: false,
  };
}

function pairsOf(rows: Rows): readonly Pair[] {
  return Object.keys(rows).map((name) => ({ source: columnOf(name), target: columnOf(name), by: 'name' }));
}

/** A side of these rows that notes which columns it was asked to count together. */
function sideOf(rows: Rows, isLocal: boolean, asked: string[][] = []): KeySide {
  const valuesOf = ({ name }: ObservedColumn) => rows[name] ?? [];
  const count = Math.max(...Object.values(rows).map(({ length }) => length));
  return {
    isLocal,
    async count(columns) {
      asked.push(columns.map(({ name }) => name));
      return {
        rows: count,
        columns: columns.map((column) => {
          const values = valuesOf(column).filter((value) => value !== null);
          return { values: values.length, distinct: new Set(values).size };
        }),
      };
    },
    async isUnique(columns) {
      if (!isLocal && columns.length > 1) return null;
      const tuples = Array.from({ length: count }, (_row, index) =>
        columns.map((column) => valuesOf(column)[index]).join(),
      );
      return new Set(tuples).size === count;
    },
  };
}

const named = { day: [1, 2, 3], customer_id: [1, 1, 2], id: [7, 8, 9] };
const together = { order_no: [1, 1, 2], line_no: [1, 2, 1], note: [null, 1, 2] };

describe('a key is looked for', () => {
  test('in a table by one column after the other, the likeliest first, until it is found', async () => {
    const asked: string[][] = [];
    const bySide = { source: sideOf(named, false, asked), target: sideOf(named, true) };
    const found = await findKey(bySide, pairsOf(named));
    assert.deepEqual([found?.keys?.map(({ source }) => source.name), asked], [['id'], [['id']]]);
  });

  test('in what the engine reads by one scan of all columns', async () => {
    const asked: string[][] = [];
    const bySide = { source: sideOf(named, true, asked), target: sideOf(named, true) };
    const found = await findKey(bySide, pairsOf(named));
    assert.deepEqual(
      [found?.keys?.map(({ source }) => source.name), asked],
      [['id'], [['id', 'customer_id', 'day']]],
    );
  });

  test('on both sides: what identifies the rows of one alone is none', async () => {
    const repeated = { ...named, id: [7, 7, 9], day: [1, 1, 3] };
    const found = await findKey(
      { source: sideOf(named, true), target: sideOf(repeated, true) },
      pairsOf(named),
    );
    assert.equal(found?.keys, null);
    assert.equal(found?.nearMiss?.pair.source.name, 'id');
  });

  test('in two columns together where the rows are at hand, and nowhere else', async () => {
    const local = await findKey(
      { source: sideOf(together, true), target: sideOf(together, true) },
      pairsOf(together),
    );
    assert.deepEqual(
      local?.keys?.map(({ source }) => source.name),
      ['order_no', 'line_no'],
    );
    const bySide = { source: sideOf(together, true), target: sideOf(together, false) };
    assert.equal(await findKey(bySide, pairsOf(together)), null, 'only the rows can tell');
  });
});
