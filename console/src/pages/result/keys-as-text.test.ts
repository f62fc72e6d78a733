import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysAsText, sqlForKeys } from './keys-as-text.ts';

test('keys are copied a line each', () => {
  assert.equal(
    keysAsText([
      ['1', 'a'],
      ['2', null],
    ]),
    '1\ta\n2\tNULL',
  );
});

test('keys become a condition, each once, quoted', () => {
  assert.equal(sqlForKeys(['id'], [['7'], ['7'], ['9']]), 'WHERE "id" IN (7, 9)');
  assert.equal(sqlForKeys(['na"me'], [["O'Hara"]]), `WHERE "na""me" IN ('O''Hara')`);
  assert.equal(
    sqlForKeys(
      ['a', 'b'],
      [
        ['1', null],
        ['2', 'x'],
      ],
    ),
    `WHERE ("a" = 1 AND "b" IS NULL)\n   OR ("a" = 2 AND "b" = 'x')`,
  );
});
