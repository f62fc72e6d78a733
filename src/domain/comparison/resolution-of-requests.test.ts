import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transform } from './binding.ts';
import { parseFieldPath } from './field-path.ts';
import type { ObservationScope } from './observation-scope.ts';
import type { StoredBinding } from './resolution.ts';
import { choose, codes, inputSide, resolve } from './testing/resolution-inputs.ts';

describe('functions', () => {
  const everything = [
    'COUNT',
    'COUNT_DISTINCT',
    'MIN',
    'MAX',
    'AVG',
    'SUM',
    'VALUE',
    'OUTER_VALUE',
    'SET_A_IN_B',
    'SET_B_IN_A',
    'SET_A_EQUALS_B',
  ];
  const without = (...left: string[]) => everything.filter((functionCode) => !left.includes(functionCode));

  test('what is allowed follows from the type that is compared', () => {
    assert.deepEqual(resolve('long', 'double').allowedFunctions, everything);
    assert.deepEqual(resolve('string', 'string').allowedFunctions, without('AVG', 'SUM'));
    assert.deepEqual(resolve('uuid', 'uuid').allowedFunctions, without('AVG', 'SUM', 'MIN', 'MAX'));
    assert.deepEqual(
      resolve('list<long>', 'list<long>').allowedFunctions,
      without('AVG', 'SUM', 'MIN', 'MAX', 'COUNT_DISTINCT'),
    );
    assert.deepEqual(resolve('uuid', 'date').allowedFunctions, ['COUNT', 'COUNT_DISTINCT']);
    assert.deepEqual(resolve('unknown', 'date').allowedFunctions, ['COUNT']);
  });

  test('before a choice, whatever some choice allows; after it, what that choice allows', () => {
    assert.deepEqual(resolve('string', 'long').allowedFunctions, everything);
    assert.deepEqual(choose('string', 'long', 'asText').allowedFunctions, without('AVG', 'SUM'));
    const sum = resolve('string', 'long', { functionCode: 'SUM' });
    assert.deepEqual(
      sum.choices.map(({ choiceId }) => choiceId),
      ['asPeerNumeric'],
    );
    const asText = resolve('string', 'long', {
      functionCode: 'SUM',
      selection: { choiceId: 'asText', format: '' },
    });
    assert.equal(asText.status, 'incompatible');
    assert.deepEqual(codes(asText), ['function_not_applicable']);
  });

  test('COUNT compares no values: it takes any two fields as they are', () => {
    const answer = resolve('unknown', 'list<long>', { functionCode: 'COUNT' });
    assert.equal(answer.status, 'resolved');
    assert.deepEqual(answer.comparisonType, { kind: 'presence' });
    const idle = resolve('string', 'long', {
      functionCode: 'COUNT',
      selection: { choiceId: 'asPeerNumeric', format: '' },
    });
    assert.deepEqual(codes(idle), ['selection_ignored']);
  });

  test('COUNT_DISTINCT counts in the shared type, by the choice, or each side alone', () => {
    const functionCode = 'COUNT_DISTINCT';
    assert.equal(
      resolve('timestamp(9) zoned', 'timestamp(3) zoned', { functionCode }).comparisonType?.kind,
      'timestamp',
    );
    const alone = resolve('string', 'long', { functionCode });
    assert.equal(alone.status, 'resolved');
    assert.deepEqual(alone.comparisonType, {
      kind: 'perSide',
      source: { kind: 'text' },
      target: { kind: 'exactNumeric', precision: 19, scale: 0, carrier: 'decimal' },
    });
    assert.equal(alone.choices.length, 2);
    const chosen = resolve('string', 'long', {
      functionCode,
      selection: { choiceId: 'asPeerNumeric', format: '' },
    });
    assert.equal(chosen.comparisonType?.kind, 'exactNumeric');
    assert.equal(resolve('uuid', 'long', { functionCode }).status, 'resolved');
    assert.equal(resolve('unknown', 'long', { functionCode }).status, 'incompatible');
  });

  test('a key compares values whatever the function', () => {
    assert.equal(
      resolve('uuid', 'date', { surface: 'joinKey', functionCode: 'COUNT' }).status,
      'incompatible',
    );
    assert.deepEqual(resolve('uuid', 'date', { surface: 'joinKey' }).allowedFunctions, []);
  });
});

describe('selections and stored bindings', () => {
  test('a choice says what it does before it is made', () => {
    assert.deepEqual(resolve('date', 'string').choices, [
      {
        choiceId: 'asPeerDateTime',
        label: 'Compare as dates and times: read the text with a format',
        source: { transform: 'none', format: '' },
        target: { transform: 'to_date', format: '' },
        formatRequired: true,
        formatExamples: ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyyMMdd', 'd MMM yyyy'],
        lossy: true,
      },
      {
        choiceId: 'asText',
        label: 'Compare as text',
        source: { transform: 'to_string', format: '' },
        target: { transform: 'none', format: '' },
        formatRequired: false,
        formatExamples: [],
        lossy: false,
      },
    ]);
    assert.deepEqual(
      resolve('boolean', 'long').choices.map(({ lossy }) => lossy),
      [false, false],
    );
    assert.deepEqual(
      resolve('binary', 'string').choices.map(({ formatRequired, formatExamples, lossy }) => [
        formatRequired,
        formatExamples,
        lossy,
      ]),
      [[true, ['hex', 'base64'], true]],
    );
  });

  test('a selection that is not offered leaves the choice open; one that is not needed is named', () => {
    assert.deepEqual(codes(choose('string', 'long', 'asPeerDateTime', 'yyyy-MM-dd')), [
      'selection_not_offered',
    ]);
    const idle = choose('long', 'long', 'asText');
    assert.equal(idle.status, 'resolved');
    assert.deepEqual(codes(idle), ['selection_ignored']);
  });

  const stored = (source: Transform, target: Transform, format = ''): StoredBinding => ({
    source: { transform: source, format },
    target: { transform: target, format: '' },
  });

  test('a stored binding acts as the selection while it holds', () => {
    const storedBinding = stored('to_peer_numeric', 'none');
    const answer = resolve('string', 'long', { storedBinding });
    assert.equal(answer.status, 'resolved');
    assert.equal(answer.selectedChoiceId, 'asPeerNumeric');
    assert.deepEqual(answer.storedBinding, { state: 'current', reason: null });
  });

  test('a selection goes before it', () => {
    const storedBinding = stored('to_peer_numeric', 'none');
    const answer = resolve('string', 'long', {
      storedBinding,
      selection: { choiceId: 'asText', format: '' },
    });
    assert.equal(answer.selectedChoiceId, 'asText');
    assert.equal(answer.storedBinding?.state, 'outdated');
  });

  test('it is outdated when the types have moved on, and invalid when it cannot be applied', () => {
    const state = (source: string, target: string, storedBinding: StoredBinding) =>
      resolve(source, target, { storedBinding }).storedBinding?.state;
    assert.equal(state('string', 'long', stored('to_date', 'none', 'yyyy-MM-dd')), 'outdated');
    assert.equal(state('date', 'timestamp(6) naive', stored('none', 'none')), 'outdated');
    assert.equal(state('long', 'long', stored('to_peer_numeric', 'none')), 'invalid');
    assert.equal(state('string', 'date', stored('to_peer_numeric', 'none')), 'invalid');
    assert.equal(state('string', 'date', stored('to_date', 'none', 'yyyy-QQ')), 'invalid');
    assert.equal(state('string', 'date', stored('to_date', 'none', '')), 'invalid');
    assert.equal(state('string', 'date', stored('to_date', 'none', 'hex')), 'invalid');
    assert.equal(state('string', 'binary', stored('to_string', 'to_string', 'yyyy-MM-dd')), 'invalid');
    assert.equal(state('uuid', 'date', stored('none', 'none')), 'invalid');
  });
});

describe('observation scopes', () => {
  const at = (path: string, scope: ObservationScope | null = null) => {
    const parsed = parseFieldPath(path);
    assert.ok(parsed.ok);
    return inputSide('long', { field: parsed.value, scope });
  };
  const collection = (collectionPath: string): ObservationScope => ({ kind: 'collection', collectionPath });

  test('an omitted scope is the innermost collection that holds the field', () => {
    const answer = resolve('long', 'long', { source: at('orders[].lines[].sku'), target: at('o[].l[].s') });
    assert.equal(answer.status, 'resolved');
    assert.deepEqual(answer.source.scope, collection('orders[].lines[]'));
    assert.equal(answer.source.field, 'orders[].lines[].sku');
    assert.deepEqual(resolve('long', 'long').source.scope, { kind: 'root' });
  });

  test('a scope may lie deeper than the field, with or without the last brackets', () => {
    const answer = resolve('long', 'long', { source: at('id', collection('orders')), target: at('o[].id') });
    assert.equal(answer.status, 'resolved');
    assert.deepEqual(answer.source.scope, collection('orders[]'));
  });

  test('scopes that do not hold the field, or are not equally deep, are incompatible', () => {
    const broken = (source: ReturnType<typeof at>, target: ReturnType<typeof at>) => {
      const answer = resolve('long', 'long', { source, target, functionCode: 'COUNT' });
      assert.equal(answer.status, 'incompatible');
      assert.deepEqual(answer.allowedFunctions, []);
      return codes(answer);
    };
    assert.deepEqual(broken(at('orders[].id'), at('id')), ['scopes_incompatible']);
    assert.deepEqual(broken(at('orders[].id'), at('orders[].lines[].id')), ['scopes_incompatible']);
    assert.deepEqual(broken(at('orders[].id', { kind: 'root' }), at('id')), ['scope_invalid']);
    assert.deepEqual(broken(at('orders[].id', collection('parcels')), at('o[].id')), ['scope_invalid']);
    assert.deepEqual(broken(at('id', collection('a[')), at('id')), ['scope_invalid']);
  });
});
