import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  collectionDepth,
  type FieldPath,
  fieldPath,
  innermostCollection,
  isPrefixOf,
  itemsStep,
  parseFieldPath,
  printFieldPath,
} from './field-path.ts';

function path(text: string): FieldPath {
  const read = parseFieldPath(text);
  assert.ok(read.ok, text);
  return read.value;
}

/** Any names at all, lone surrogates and the grammar's own characters included, each with some brackets after it. */
const anyPath = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '"', '$', ' ', '\n', '\ud800', 'é') }),
        fc.string({ unit: 'binary' }),
      ),
      fc.nat({ max: 2 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(
    (names): FieldPath =>
      names.flatMap(([name, brackets]) => [
        ...fieldPath(name),
        ...Array.from({ length: brackets }, () => itemsStep),
      ]),
  );

test('every path reads back as it was', () => {
  fc.assert(
    fc.property(anyPath, (steps) =>
      assert.deepEqual(parseFieldPath(printFieldPath(steps)), { ok: true, value: steps }),
    ),
    { numRuns: 1000 },
  );
});

test('every text that is a path has one canonical text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '[', ']', '"', ' '), maxLength: 10 });
  fc.assert(
    fc.property(text, (written) => {
      const read = parseFieldPath(written);
      if (!read.ok) return;
      const canonical = printFieldPath(read.value);
      assert.deepEqual(parseFieldPath(canonical), read);
      assert.equal(printFieldPath(path(canonical)), canonical);
    }),
    { numRuns: 1000 },
  );
});

test('ordinary names stand without quotes, unusual ones with them', () => {
  const cases: readonly (readonly [string[], string])[] = [
    [['orders', 'sku'], 'orders.sku'],
    [['order id', '$key', 'größe', '日本', "o'clock", '`x`'], "order id.$key.größe.日本.o'clock.`x`"],
    [['net.total'], '"net.total"'],
    [['a[]'], '"a[]"'],
    [['say "hi"'], '"say ""hi"""'],
    [[''], '""'],
    [[' padded '], '" padded "'],
    [['a\nb'], '"a\nb"'],
  ];
  for (const [names, text] of cases) assert.equal(printFieldPath(fieldPath(...names)), text);
});

test('brackets enter a collection', () => {
  const sku = path('orders[].lines[].sku');
  assert.deepEqual(
    sku.map((step) => (step.kind === 'items' ? '[]' : step.name)),
    ['orders', '[]', 'lines', '[]', 'sku'],
  );
  assert.equal(collectionDepth(sku), 2);
  assert.equal(printFieldPath(innermostCollection(sku) ?? []), 'orders[].lines[]');
  assert.equal(printFieldPath(innermostCollection(path('tags[]')) ?? []), 'tags[]');
  assert.equal(innermostCollection(path('a.b')), null);
  assert.ok(isPrefixOf(path('orders[]'), sku));
  assert.ok(!isPrefixOf(path('orders[].line'), sku));
  assert.ok(!isPrefixOf(sku, path('orders[]')));
});

test('a fault says where it is', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['', 0],
    ['a.', 2],
    ['.a', 0],
    ['a..b', 2],
    ['[]', 0],
    ['a[0]', 1],
    ['a[', 1],
    ['a]', 1],
    ['a[]b', 3],
    ['"a', 0],
    ['"a"b', 3],
    ['😀"', 1],
  ];
  for (const [text, position] of cases) {
    const read = parseFieldPath(text);
    assert.equal(read.ok ? 'read' : read.fault.position, position, text);
  }
});
