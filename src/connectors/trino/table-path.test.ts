import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printSchemaPath, readPath, schemaPathOf } from './table-path.ts';

const paths: readonly (readonly [string, readonly string[]])[] = [
  ['lake', ['lake']],
  ['lake.sales', ['lake', 'sales']],
  ['"my.lake".sales', ['my.lake', 'sales']],
  ['lake."a ""b"""', ['lake', 'a "b"']],
  ['Lake.größe 1', ['Lake', 'größe 1']],
];
for (const [text, names] of paths) {
  test(`${text} is ${names.length} names`, () => assert.deepEqual(readPath(text), names));
}

test('what is printed is read again', () => {
  for (const [, [catalog = '', schema = 's.']] of paths) {
    assert.deepEqual(readPath(printSchemaPath({ catalog, schema })), [catalog, schema]);
  }
});

test('what is no path is refused', () => {
  for (const text of ['', '.', 'a.', '.a', 'a..b', '"a', 'a"b']) {
    assert.throws(() => readPath(text), { code: 'table_not_found' }, text);
  }
});

test('a schema needs a catalog, its own or that of the connection', () => {
  assert.deepEqual(schemaPathOf({ schema: 'sales' }, 'lake'), { catalog: 'lake', schema: 'sales' });
  assert.deepEqual(schemaPathOf({ schema: 'memory.sales' }, 'lake'), { catalog: 'memory', schema: 'sales' });
  assert.throws(() => schemaPathOf({ schema: 'sales' }, null), { code: 'table_not_found' });
  assert.throws(() => schemaPathOf({ schema: 'a.b.c' }, 'lake'), { code: 'table_not_found' });
});
