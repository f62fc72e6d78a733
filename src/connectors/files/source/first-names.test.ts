import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FirstNames } from './first-names.ts';

test('it keeps what sorting everything would put first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 5 }), (names, most) => {
      const first = new FirstNames<{ name: string }>(most);
      for (const name of names) first.add({ name });
      const expected = [...names].sort((a, b) => (a < b ? -1 : 1)).slice(0, most);
      assert.deepEqual(
        first.items.map(({ name }) => name),
        expected,
      );
    }),
  );
});
