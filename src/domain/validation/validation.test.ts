import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreparedField } from '../catalog/prepared-field.ts';
import { exactOptions } from '../comparison/pair-specification.ts';
import { exactText } from '../comparison/tolerance.ts';
import type { AskedFields, AskedTest } from './asked-test.ts';
import { defineTest } from './define-test.ts';
import { fitOfTest } from './fit-of-test.ts';
import { specifyPair } from './specify-pair.ts';
import { testName } from './test-name.ts';
import type { TestDefinition } from './validation-test.ts';

function field(
  name: string,
  logicalType: string,
  children: readonly PreparedField[] | null = null,
): PreparedField {
  return {
    name,
    logicalType,
    nativeType: logicalType.toUpperCase(),
    nullable: true,
    children,
    profile: null,
  };
}

const lines = field('lines', 'list<struct<sku string, quantity long>>', [
  field('sku', 'string'),
  field('quantity', 'long'),
]);
const source = {
  name: 'orders',
  zone: null,
  fields: [
    field('id', 'long'),
    field('code', 'string'),
    field('amount', 'decimal(18,2)'),
    field('ratio', 'double'),
    field('paid_on', 'string'),
    lines,
    field('tags', 'map<string, long>', [field('key', 'string'), field('value', 'long')]),
  ],
};
const target = { ...source, name: 'orders_v2' };
target.fields = source.fields.map((each) => (each.name === 'paid_on' ? field('paid_on', 'date') : each));
const datasets = { source, target };

const named = (name: string, more: Partial<AskedFields> = {}): AskedFields => ({
  sourceField: name,
  targetField: name,
  selection: null,
  stored: null,
  ...more,
});

function asked(more: Partial<AskedTest>): AskedTest {
  return {
    functionCode: 'VALUE',
    fields: [named('amount')],
    keys: [],
    scope: { source: null, target: null },
    filter: { source: null, target: null },
    tolerance: null,
    threshold: { maxRows: null, maxRatio: null },
    duplicateKeys: 'fail',
    verification: 'hashed',
    options: exactOptions,
    evidenceRows: 1000,
    ...more,
  };
}

function defined(more: Partial<AskedTest>): TestDefinition {
  const test = defineTest(datasets, asked(more));
  assert.ok(test.ok, JSON.stringify(test));
  return test.definition;
}

function faults(more: Partial<AskedTest>): (readonly [code: string, pointer: string])[] {
  const test = defineTest(datasets, asked(more));
  assert.ok(!test.ok, 'the test should be refused');
  for (const { detail } of test.faults) assert.match(detail, /[.]$/);
  return test.faults.map(({ code, pointer }) => [code, pointer] as const);
}

test('a test is saved with its bindings and scopes resolved', () => {
  const { fields, keys, scope } = defined({ keys: [named('id')] });
  const none = { transform: 'none', format: '' };
  assert.deepEqual(fields, [
    { sourceField: 'amount', targetField: 'amount', binding: { source: none, target: none } },
  ]);
  assert.equal(keys[0]?.sourceField, 'id');
  assert.deepEqual(scope, { source: { kind: 'root' }, target: { kind: 'root' } });

  const chosen = named('paid_on', { selection: { choiceId: 'asPeerDateTime', format: 'yyyy-MM-dd' } });
  assert.deepEqual(defined({ fields: [chosen] }).fields[0]?.binding, {
    source: { transform: 'to_date', format: 'yyyy-MM-dd' },
    target: none,
  });
});

test('an omitted scope is the innermost collection around any field or key', () => {
  const inLines = { kind: 'collection', collectionPath: 'lines[]' };
  const { scope } = defined({
    fields: [named('lines[].quantity')],
    keys: [named('id'), named('lines[].sku')],
  });
  assert.deepEqual(scope, { source: inLines, target: inLines });
  assert.deepEqual(faults({ fields: [named('lines[].quantity')], keys: [named('tags[].key')] }), [
    ['fields_incompatible', '/keys/0'],
  ]);
  const lineScope = { kind: 'collection', collectionPath: 'lines' } as const;
  assert.deepEqual(
    faults({ functionCode: 'COUNT', fields: [], scope: { source: lineScope, target: { kind: 'root' } } }),
    [['scope_invalid', '/scope']],
  );
  const missing = { kind: 'collection', collectionPath: 'parcels' } as const;
  assert.deepEqual(
    faults({ functionCode: 'COUNT', fields: [], scope: { source: missing, target: missing } }),
    [
      ['collection_unknown', '/scope/source/collectionPath'],
      ['collection_unknown', '/scope/target/collectionPath'],
    ],
  );
});

test('every fault is told with the place where it is', () => {
  assert.deepEqual(faults({ fields: [named('amuont'), named('a..b')], keys: [named('nope')] }), [
    ['field_unknown', '/fields/0/sourceField'],
    ['field_unknown', '/fields/0/targetField'],
    ['path_invalid', '/fields/1/sourceField'],
    ['path_invalid', '/fields/1/targetField'],
    ['field_unknown', '/keys/0/sourceField'],
    ['field_unknown', '/keys/0/targetField'],
  ]);
  const badFormat = named('paid_on', { selection: { choiceId: 'asPeerDateTime', format: 'yyyy-QQ' } });
  assert.deepEqual(faults({ fields: [badFormat] }), [['format_invalid', '/fields/0/selection/format']]);
  assert.deepEqual(faults({ fields: [named('paid_on')] }), [['selection_required', '/fields/0/selection']]);
  assert.deepEqual(faults({ functionCode: 'SUM', fields: [named('code')] }), [
    ['fields_incompatible', '/fields/0'],
  ]);
  assert.deepEqual(faults({ keys: [named('ratio')] }), [['selection_required', '/keys/0/selection']]);
  assert.deepEqual(faults({ functionCode: 'SUM', keys: [named('id')] }), [['keys_wrong', '/keys']]);
  assert.deepEqual(faults({ functionCode: 'SUM', fields: [named('id'), named('amount')] }), [
    ['fields_wrong', '/fields'],
  ]);
  assert.deepEqual(faults({ fields: [] }), [['fields_wrong', '/fields']]);
  assert.deepEqual(
    faults({
      filter: { source: { all: [{ field: 'amount', op: 'gt', value: 'x' }] }, target: { fields: 1 } },
      tolerance: { kind: 'absolute', amount: '0.01' },
      threshold: { maxRows: '-1', maxRatio: '2' },
      options: { text: { ...exactText, caseInsensitive: true }, listOrder: 'bag' },
    }),
    [
      ['filter_invalid', '/filter/source/all/0/value'],
      ['filter_invalid', '/filter/target'],
      ['threshold_invalid', '/threshold/maxRows'],
      ['threshold_invalid', '/threshold/maxRatio'],
      ['tolerance_invalid', '/tolerance'],
      ['options_invalid', '/options/text/caseInsensitive'],
      ['options_invalid', '/options/listOrder'],
    ],
  );
});

test('the choices that a selection can name are told in words', () => {
  const test = defineTest(datasets, asked({ fields: [named('paid_on')] }));
  assert.ok(!test.ok);
  assert.match(test.faults[0]?.detail ?? '', /`asPeerDateTime` \(.*with a format.*`asText`/);
});

test('a saved test fits until its fields change', () => {
  const date = named('paid_on', { selection: { choiceId: 'asPeerDateTime', format: 'yyyy-MM-dd' } });
  const definition = defined({
    fields: [date],
    keys: [named('id')],
    filter: { source: { field: 'amount', op: 'ge', value: 10 }, target: null },
  });
  assert.deepEqual(fitOfTest(datasets, definition), { state: 'fits', reasons: [] });
  const changed = (name: string, to: PreparedField | null) => ({
    source: { ...source, fields: source.fields.flatMap((each) => (each.name === name ? (to ?? []) : each)) },
    target,
  });
  const byItself = fitOfTest(changed('paid_on', field('paid_on', 'date')), definition);
  assert.equal(byItself.state, 'invalid', 'a date is not read with a format');
  assert.deepEqual(
    byItself.reasons.map(({ code, side }) => [code, side]),
    [['binding_invalid', 'both']],
  );
  const plain = defined({ fields: [named('amount')], keys: [named('id')] });
  const asText = fitOfTest(changed('amount', field('amount', 'string')), plain);
  assert.equal(asText.state, 'outdated');
  assert.deepEqual(
    asText.reasons.map(({ code }) => code),
    ['binding_outdated'],
  );
  const gone = fitOfTest(changed('amount', null), definition);
  assert.equal(gone.state, 'invalid');
  assert.deepEqual(
    gone.reasons.map(({ code, side }) => [code, side]),
    [['filter_invalid', 'source']],
  );
  const unprepared = fitOfTest({ source: null, target }, definition);
  assert.equal(unprepared.state, 'outdated');
  assert.deepEqual(
    unprepared.reasons.map(({ code, side }) => [code, side]),
    [['dataset_not_prepared', 'source']],
  );
});

test('the tests of a pair become one specification that shares fields', () => {
  const folded = { text: { ...exactText, caseInsensitive: true }, listOrder: 'ordered' } as const;
  const tests = [
    { id: 'a', definition: defined({ keys: [named('code')], options: folded }) },
    { id: 'b', definition: defined({ keys: [named('code')], fields: [named('ratio')], options: folded }) },
    { id: 'c', definition: defined({ functionCode: 'COUNT', fields: [] }) },
    {
      id: 'd',
      definition: defined({
        functionCode: 'SUM',
        fields: [named('tags[].value')],
        filter: { source: { field: 'code', op: 'eq', value: 'x' }, target: null },
      }),
    },
  ];
  const { specification, refused } = specifyPair(datasets, tests);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    specification.tests.map(({ id, fields, keys }) => ({ id, fields, keys })),
    [
      { id: 'a', fields: ['field1'], keys: ['field2'] },
      { id: 'b', fields: ['field3'], keys: ['field2'] },
      { id: 'c', fields: [], keys: [] },
      { id: 'd', fields: ['field4'], keys: [] },
    ],
  );
  const [amount, code] = specification.fields;
  assert.deepEqual(amount?.options, exactOptions, 'a number has no use for text options');
  assert.deepEqual(code?.options, folded, 'but the key that matches its rows has');
  assert.equal(amount?.source.nativeType, 'DECIMAL(18,2)');
  const tags = [{ kind: 'name', name: 'tags' }, { kind: 'items' }];
  assert.deepEqual(specification.tests[3]?.scope, { source: tags, target: tags });
  assert.deepEqual(specification.datasets.source.maps, [tags]);
  assert.deepEqual(Object.keys(specification.datasets.source.filterFields), ['code']);
  assert.deepEqual(specification.datasets.target.filterFields, {});
});

test('a test that no longer fits is left out, with its reasons', () => {
  const good = { id: 'good', definition: defined({ functionCode: 'COUNT', fields: [] }) };
  const bad = { id: 'bad', definition: defined({}) };
  const without = { ...target, fields: target.fields.filter(({ name }) => name !== 'amount') };
  const { specification, refused } = specifyPair({ source, target: without }, [bad, good]);
  assert.deepEqual(
    specification.tests.map(({ id }) => id),
    ['good'],
  );
  assert.deepEqual(specification.fields, []);
  assert.deepEqual(
    refused.map(({ id, reasons }) => [id, reasons[0]?.code, reasons[0]?.side]),
    [['bad', 'field_unknown', 'target']],
  );
  assert.match(refused[0]?.reasons[0]?.detail ?? '', /"orders_v2".*`amount`/);
});

test('a test is named after its function and fields', () => {
  const names = (...pairs: [string, string][]) =>
    pairs.map(([sourceField, targetField]) => ({ ...named(sourceField), targetField }) as never);
  assert.equal(testName({ functionCode: 'COUNT', fields: [] }), 'COUNT of rows');
  assert.equal(testName({ functionCode: 'SUM', fields: names(['amount', 'AMOUNT']) }), 'SUM of amount');
  assert.equal(testName({ functionCode: 'MIN', fields: names(['a', 'b']) }), 'MIN of a → b');
  const many = names(['a', 'a'], ['b', 'b'], ['c', 'c'], ['d', 'd'], ['e', 'e']);
  assert.equal(testName({ functionCode: 'VALUE', fields: many }), 'VALUE of a, b, c and 2 more');
  const long = testName({ functionCode: 'SUM', fields: names(['𝒳'.repeat(300), '𝒳'.repeat(300)]) });
  assert.equal([...long].length, 255);
});
