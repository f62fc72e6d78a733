import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFieldPath } from './field-path.ts';
import { type FieldNode, fieldTree, findField } from './field-tree.ts';
import { printLogicalType } from './logical-type-text.ts';
import { typed } from './testing/logical-types.ts';

const fields: readonly FieldNode[] = [
  { name: 'id', logicalType: typed('long'), nativeType: 'BIGINT', nullable: false },
  { name: 'Id', logicalType: typed('string'), nativeType: 'VARCHAR', nullable: true },
  fieldTree(
    'orders',
    typed('list<struct<id long, lines list<struct<sku string, qty decimal(4,0)>>>>'),
    'JSON',
    true,
  ),
  fieldTree('tags', typed('map<string, list<date>>'), 'MAP', false),
  fieldTree('"odd" name.', typed('struct<"$" uuid>'), 'STRUCT', false),
  {
    name: 'address',
    logicalType: typed('struct<zip string>'),
    nativeType: 'STRUCT(zip CHAR(5))',
    nullable: false,
    children: [{ name: 'zip', logicalType: typed('string'), nativeType: 'CHAR(5)', nullable: false }],
  },
];

function find(text: string) {
  const path = parseFieldPath(text);
  assert.ok(path.ok, text);
  return findField(fields, path.value);
}

test('fields are found at any depth, by their exact names', () => {
  const cases: readonly (readonly [string, string, string, boolean])[] = [
    ['id', 'long', 'BIGINT', false],
    ['Id', 'string', 'VARCHAR', true],
    ['orders[].lines[].qty', 'decimal(4,0)', 'decimal(4,0)', true],
    ['tags[].key', 'string', 'string', true],
    ['tags[].value[]', 'date', 'date', true],
    ['"""odd"" name."."$"', 'uuid', 'uuid', true],
    ['"""odd"" name.".$', 'uuid', 'uuid', true],
    ['address.zip', 'string', 'CHAR(5)', false],
  ];
  for (const [text, type, nativeType, nullable] of cases) {
    const search = find(text);
    assert.ok(search.found, text);
    assert.equal(printLogicalType(search.field.logicalType), type, text);
    assert.equal(search.field.nativeType, nativeType, text);
    assert.equal(search.field.nullable, nullable, text);
  }
});

test('what is missing is said in words', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['ID', /The dataset has no field `ID`; there is `id`/],
    ['nothing', /The dataset has no field `nothing`\./],
    ['orders.lines', /`orders` is a collection: write `\[\]`/],
    ['id[]', /`id` is long, not a list or map/],
    ['id.x', /`id` has no fields inside/],
    ['orders[].lines[].SKU', /`orders\[\]\.lines\[\]` has no field `SKU`; there is `sku`/],
  ];
  for (const [text, words] of cases) {
    const search = find(text);
    assert.match(search.found ? 'found' : search.detail, words, text);
  }
});

test('a tree goes down to its leaves', () => {
  const tree = fieldTree('a', typed('list<struct<b map<string, long>>>'), 'X', true);
  assert.deepEqual(
    tree.children?.map(({ name, children }) => [name, children?.map((child) => child.name)]),
    [['b', ['key', 'value']]],
  );
});
