import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ForeignKey, orderTables } from './table-order.ts';

const key = (from: string, to: string): ForeignKey => ({ name: `${from}_${to}`, from, to });

test('a table comes after what it refers to', () => {
  const { tables, circular } = orderTables(['a', 'b', 'c'], [key('a', 'b'), key('b', 'c')]);
  assert.deepEqual(tables, ['c', 'b', 'a']);
  assert.deepEqual(circular, []);
});

test('tables that refer to themselves or around a circle are still ordered, with the links set aside', () => {
  const { tables, circular } = orderTables(['a', 'b', 'c'], [key('a', 'a'), key('b', 'c'), key('c', 'b')]);
  assert.deepEqual([...tables].sort(), ['a', 'b', 'c']);
  assert.equal(circular.length, 2);
  assert.ok(circular.some(({ from, to }) => from === 'a' && to === 'a'));
});

test('every table comes once, and every constraint is satisfied by the order or set aside', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const anyKey = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .map(([from, to]) => key(from, to));
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 15 }), (keys) => {
      const { tables, circular } = orderTables(names, keys);
      assert.deepEqual([...tables].sort(), names);
      for (const each of keys) {
        const satisfied = tables.indexOf(each.to) < tables.indexOf(each.from);
        assert.ok(satisfied || circular.includes(each), `${each.name} in ${tables.join()}`);
      }
    }),
  );
});

test('without a circle nothing is set aside', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const downward = fc
    .tuple(fc.nat(4), fc.nat(4))
    .filter(([from, to]) => from > to)
    .map(([from, to]) => key(names[from] ?? '', names[to] ?? ''));
  fc.assert(
    fc.property(fc.array(downward), fc.shuffledSubarray(names, { minLength: 5 }), (keys, shuffled) => {
      assert.deepEqual(orderTables(shuffled, keys).circular, []);
    }),
  );
});
