import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPart, readPath, schemaPathOf } from './table-path.ts';

test('a path is read as it is written', () => {
  for (const names of [['main'], ['main', 'sales'], ['my.lake', 'a`b'], ['a b', 'ü']]) {
    assert.deepEqual(readPath(names.map(printPart).join('.')), names);
  }
});

test('what is no path is refused', () => {
  for (const text of ['', '.', 'main.', '`open', 'a`b']) {
    assert.throws(() => readPath(text), { code: 'table_not_found' }, text);
  }
});

test('a schema is of the catalog that it names, else of that of the connection', () => {
  assert.deepEqual(schemaPathOf({ schema: 'main.sales' }, 'other'), { catalog: 'main', schema: 'sales' });
  assert.deepEqual(schemaPathOf({ schema: 'sales' }, 'main'), { catalog: 'main', schema: 'sales' });
  assert.throws(() => schemaPathOf({ schema: 'sales' }, null), { code: 'table_not_found' });
  assert.throws(() => schemaPathOf({ schema: 'a.b.c' }, 'main'), { code: 'table_not_found' });
});
