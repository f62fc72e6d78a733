import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { PreparedField } from '../../src/domain/catalog/prepared-field.ts';
import { create, newSource, preparedDataset, type TestDataset } from '../support/catalog.ts';
import { field, playExecutor, prepared } from '../support/executor.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const day = 86_400_000;
const path = '/api/v1/validation-tests';
const unique = { nullCount: 0, distinctCount: { value: 100, exact: true }, min: null, max: null };
const sourceFields = [
  field('id', 'long', { nullable: false, profile: unique }),
  field('amount', 'decimal(18,2)'),
  field('paid_on', 'string'),
  field('status', 'string'),
];
const targetFields = sourceFields.map((each) => (each.name === 'paid_on' ? field('paid_on', 'date') : each));

let now = new Date();
const service = await startTestService({ after }, { now: () => now });
const organization = await activateContoso(service);
const { sourceUuid } = await newSource(service, organization.owner);

interface Pair {
  readonly datasetPairUuid: string;
  readonly etag: string;
  readonly source: TestDataset;
}

async function newPair(source = sourceFields, target = targetFields): Promise<Pair> {
  const { contributor } = organization;
  const sides = [
    await preparedDataset(service, contributor, sourceUuid, source),
    await preparedDataset(service, contributor, sourceUuid, target),
  ] as const;
  const answer = await create(service, contributor, 'dataset-pairs', {
    sourceDatasetUuid: sides[0].datasetUuid,
    targetDatasetUuid: sides[1].datasetUuid,
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return { ...answer.json(), source: sides[0] };
}

/** The same dataset, prepared once more, with other fields than before. */
async function prepareAgain({ datasetUuid }: TestDataset, fields: readonly PreparedField[]): Promise<void> {
  const retry = `datasets/${datasetUuid}/preparation:retry`;
  assert.equal((await create(service, organization.contributor, retry, undefined)).statusCode, 202);
  const executor = playExecutor(service);
  await executor.complete(await executor.take(), prepared(fields));
}

const named = (name: string, more = {}) => ({ sourceField: name, targetField: name, ...more });
const newTest = (body: unknown, key?: string) =>
  create(service, organization.contributor, 'validation-tests', body, key);
const newTests = (tests: readonly unknown[], key?: string) =>
  create(service, organization.contributor, 'validation-tests:batch', { tests }, key);
const get = (uuid: string) => service.send({ url: `${path}/${uuid}`, token: organization.reader });
const change = (method: string, tail: string, etag: string, body?: unknown) =>
  service.send({
    method,
    url: `${path}/${tail}`,
    token: organization.contributor,
    headers: { 'if-match': etag },
    ...(body !== undefined && { body }),
  });

test('a test is created with its bindings resolved, read, and found again by its key', async () => {
  const { datasetPairUuid } = await newPair();
  const body = {
    datasetPairUuid,
    functionCode: 'VALUE',
    fields: [named('paid_on', { selection: { choiceId: 'asPeerDateTime', format: 'yyyy-MM-dd' } })],
    keys: [named('id')],
    filter: {
      source: { all: [{ field: 'amount', op: 'gt', value: 10 }, { not: { field: 'id', op: 'isNull' } }] },
    },
    tolerance: { kind: 'duration', nanoseconds: '86400000000000' },
    threshold: { maxRatio: '0.01' },
    duplicateKeys: 'allow',
    verification: 'exact',
    evidenceRows: 5,
  };
  const key = randomUUID();
  const created = await newTest(body, key);
  assert.equal(created.statusCode, 201, created.body);
  const none = { transform: 'none', format: '' };
  const root = { kind: 'root', collectionPath: null };
  const { validationTestUuid, createdAt, etag, ...rest } = created.json();
  assert.deepEqual(rest, {
    name: 'VALUE of paid_on',
    datasetPairUuid,
    functionCode: 'VALUE',
    fields: [
      {
        ...named('paid_on'),
        binding: { source: { transform: 'to_date', format: 'yyyy-MM-dd' }, target: none },
      },
    ],
    keys: [{ ...named('id'), binding: { source: none, target: none } }],
    scope: { source: root, target: root },
    filter: {
      source: {
        all: [{ field: 'amount', op: 'gt', value: '10' }, { not: { field: 'id', op: 'isNull' } }],
      },
      target: null,
    },
    tolerance: { kind: 'duration', nanoseconds: '86400000000000' },
    threshold: { maxRows: null, maxRatio: '0.01' },
    duplicateKeys: 'allow',
    verification: 'exact',
    options: {
      text: { caseInsensitive: false, trimWhitespace: false, normalizeUnicode: false },
      listOrder: 'ordered',
    },
    evidenceRows: 5,
    status: 'active',
    fit: { state: 'fits', reasons: [] },
    updatedAt: createdAt,
  });
  assert.equal(created.headers.location, `http://plumbline.test${path}/${validationTestUuid}`);
  assert.equal(created.headers.etag, etag);
  const read = await get(validationTestUuid);
  assert.deepEqual(read.json(), created.json());
  assert.equal(read.headers.etag, etag);
  const replay = await newTest(body, key);
  assert.equal(replay.statusCode, 201);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replay.json(), created.json());
});

test('each of the eleven functions makes a test', async () => {
  const { datasetPairUuid } = await newPair();
  const rows = ['VALUE', 'OUTER_VALUE'];
  const codes = ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX', 'AVG', 'SUM', ...rows, 'SET_A_IN_B', 'SET_B_IN_A'];
  const tests = [...codes, 'SET_A_EQUALS_B'].map((functionCode) => ({
    datasetPairUuid,
    functionCode,
    fields: [named('amount')],
    ...(rows.includes(functionCode) && { keys: [named('id')] }),
  }));
  const answer = await newTests([...tests, { datasetPairUuid, functionCode: 'COUNT' }]);
  assert.equal(answer.statusCode, 201, answer.body);
  const items: { name: string; fit: { state: string } }[] = answer.json().items;
  assert.deepEqual(
    items.map(({ name }) => name),
    [...tests.map(({ functionCode }) => `${functionCode} of amount`), 'COUNT of rows'],
  );
  assert.ok(items.every(({ fit }) => fit.state === 'fits'));
});

test('what cannot be compared is refused with the place and the choices', async () => {
  const { datasetPairUuid } = await newPair();
  const faults = (answer: Awaited<ReturnType<typeof newTest>>) => {
    assert.equal(answer.statusCode, 422, answer.body);
    const { code, errors } = answer.json();
    return [code, ...errors.map((each: { code: string; pointer: string }) => `${each.pointer} ${each.code}`)];
  };
  const choice = await newTest({ datasetPairUuid, functionCode: 'VALUE', fields: [named('paid_on')] });
  assert.deepEqual(faults(choice), ['validation_failed', '/fields/0/selection selection_required']);
  assert.match(choice.json().errors[0].detail, /`asPeerDateTime` .*with a format.*`asText`/);
  const sum = { datasetPairUuid, functionCode: 'SUM', fields: [named('status')] };
  assert.deepEqual(faults(await newTest(sum)), ['validation_failed', '/fields/0 fields_incompatible']);
  const many = await newTests([
    { datasetPairUuid, functionCode: 'COUNT' },
    sum,
    { datasetPairUuid, functionCode: 'VALUE', fields: [named('nope')], keys: [named('id')] },
  ]);
  assert.deepEqual(faults(many), [
    'validation_failed',
    '/tests/1/fields/0 fields_incompatible',
    '/tests/2/fields/0/sourceField field_unknown',
    '/tests/2/fields/0/targetField field_unknown',
  ]);
  const list = await service.send({
    url: `${path}?datasetPairUuid=${datasetPairUuid}`,
    token: organization.reader,
  });
  assert.deepEqual(list.json().items, [], 'all or nothing');
  const filter = { source: { field: 'amount', op: 'startsWith', value: '1' } };
  assert.deepEqual(faults(await newTest({ datasetPairUuid, functionCode: 'COUNT', filter })), [
    'validation_failed',
    '/filter/source/op filter_invalid',
  ]);
  assert.equal((await newTest({ datasetPairUuid: randomUUID(), functionCode: 'COUNT' })).statusCode, 404);
  const deep = `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
  const nested = await newTest(
    `{"datasetPairUuid":"${datasetPairUuid}","functionCode":"COUNT","filter":{"source":${deep}}}`,
  );
  assert.equal(nested.json().code, 'body_invalid');
});

test('a batch is found again by its key, without what was deleted since', async () => {
  const { datasetPairUuid } = await newPair();
  const tests = ['MIN', 'MAX'].map((functionCode) => ({
    datasetPairUuid,
    functionCode,
    fields: [named('amount')],
  }));
  const key = randomUUID();
  const [first, second] = (await newTests(tests, key)).json().items;
  assert.equal((await change('DELETE', first.validationTestUuid, first.etag)).statusCode, 204);
  const replay = await newTests(tests, key);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.deepEqual(replay.json().items, [second]);
  const other = await newTests(tests.slice(1), key);
  assert.equal(other.json().code, 'idempotency_key_reused');
});

test('every suggestion that is resolved can be created as it is', async () => {
  const { datasetPairUuid } = await newPair();
  const url = `/api/v1/dataset-pairs/${datasetPairUuid}/test-suggestions`;
  const suggestions: { status: string; surface: string; test: Record<string, unknown> | null }[] = (
    await service.send({ url, token: organization.reader })
  ).json().items;
  assert.ok(suggestions.every(({ surface, test }) => (surface === 'joinKey') === (test === null)));
  const accepted = suggestions.flatMap(({ status, test }) => (status === 'resolved' ? (test ?? []) : []));
  assert.ok(accepted.length >= 3);
  const created = await newTests(accepted);
  assert.equal(created.statusCode, 201, created.body);
  assert.deepEqual(
    created.json().items.map((each: { name: string; keys: unknown[] }) => [each.name, each.keys.length]),
    [
      ['COUNT of rows', 0],
      ['VALUE of amount', 1],
      ['VALUE of status', 1],
    ],
  );
});

test('tests are listed by pair, function, status and part of the name', async () => {
  const { datasetPairUuid } = await newPair();
  const made = await newTests([
    { datasetPairUuid, functionCode: 'MIN', fields: [named('amount')], name: '100%_sure\\' },
    { datasetPairUuid, functionCode: 'MAX', fields: [named('amount')], name: 'ÄRMEL', status: 'inactive' },
    { datasetPairUuid, functionCode: 'MAX', fields: [named('amount')], name: '100 percent' },
  ]);
  assert.equal(made.statusCode, 201, made.body);
  const names = async (query: string) => {
    const url = `${path}?datasetPairUuid=${datasetPairUuid}&${query}`;
    const answer = await service.send({ url, token: organization.reader });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().items.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await names(''), ['100 percent', 'ÄRMEL', '100%_sure\\']);
  assert.deepEqual(await names('functionCode=MAX&status=active'), ['100 percent']);
  assert.deepEqual(await names('status=inactive'), ['ÄRMEL']);
  assert.deepEqual(await names(`search=${encodeURIComponent('%_SURE\\')}`), ['100%_sure\\']);
  assert.deepEqual(await names(`search=${encodeURIComponent('ärm')}`), ['ÄRMEL']);
  const url = `${path}?datasetPairUuid=${datasetPairUuid}&limit=2`;
  const first = (await service.send({ url, token: organization.reader })).json();
  assert.equal(first.items.length, 2);
  const next = `${url}&cursor=${encodeURIComponent(first.nextCursor)}`;
  const rest = (await service.send({ url: next, token: organization.reader })).json();
  assert.deepEqual([rest.items.length, rest.nextCursor], [1, null]);
  const stranger = service.issuer.delegated('frank@fabrikam.example');
  assert.equal((await service.send({ url, token: stranger })).statusCode, 403);
});

test('a test is changed under If-Match, as a whole or in part', async () => {
  const { datasetPairUuid } = await newPair();
  const created = await newTest({
    datasetPairUuid,
    functionCode: 'VALUE',
    fields: [named('amount')],
    keys: [named('id')],
    filter: { target: { field: 'id', op: 'gt', value: 5 } },
    tolerance: { kind: 'absolute', amount: '0.01' },
  });
  const { validationTestUuid: uuid, etag, ...before } = created.json();
  assert.equal((await change('PATCH', uuid, '"other"', { name: 'x' })).statusCode, 412);
  now = new Date(now.getTime() + 1000);
  const renamed = await change('PATCH', uuid, etag, { name: 'Totals' });
  assert.equal(renamed.statusCode, 200, renamed.body);
  const { updatedAt, etag: second, validationTestUuid, ...after } = renamed.json();
  assert.deepEqual({ ...after, name: before.name, updatedAt: before.updatedAt }, before);
  assert.ok(updatedAt > before.updatedAt);
  assert.equal((await change('PATCH', uuid, etag, { name: 'Late' })).statusCode, 412);

  const wrong = await change('PATCH', uuid, second, { fields: [named('status')] });
  assert.deepEqual(
    wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/tolerance/kind'],
  );
  const changed = await change('PATCH', uuid, second, {
    fields: [named('status')],
    filter: {},
    tolerance: { kind: 'none' },
    options: { text: { caseInsensitive: true } },
  });
  assert.equal(changed.statusCode, 200, changed.body);
  const now2 = changed.json();
  assert.equal(now2.fields[0].sourceField, 'status');
  assert.equal(now2.keys[0].sourceField, 'id', 'what is left out stays');
  assert.deepEqual(now2.filter, { source: null, target: null });
  assert.equal(now2.tolerance, null);
  assert.equal(now2.options.text.caseInsensitive, true);

  const off = await change('POST', `${uuid}:deactivate`, now2.etag);
  assert.equal(off.json().status, 'inactive');
  assert.equal((await change('POST', `${uuid}:activate`, now2.etag)).statusCode, 412);
  const on = await change('POST', `${uuid}:activate`, off.json().etag);
  assert.equal(on.json().status, 'active');
  assert.equal((await change('DELETE', uuid, off.json().etag)).statusCode, 412);
  assert.equal((await change('DELETE', uuid, on.json().etag)).statusCode, 204);
  assert.equal((await get(uuid)).statusCode, 404);
});

test('a test says that it no longer fits, and is brought up to date', async () => {
  const { datasetPairUuid, source } = await newPair();
  const [amount, count] = (
    await newTests([
      { datasetPairUuid, functionCode: 'VALUE', fields: [named('amount')], keys: [named('id')] },
      { datasetPairUuid, functionCode: 'COUNT' },
    ])
  ).json().items;
  const fitOf = async ({ validationTestUuid }: { validationTestUuid: string }) =>
    (await get(validationTestUuid)).json().fit;
  await prepareAgain(
    source,
    sourceFields.map((each) => (each.name === 'amount' ? field('amount', 'string') : each)),
  );
  const drifted = await fitOf(amount);
  assert.equal(drifted.state, 'outdated');
  assert.equal(drifted.reasons[0].code, 'binding_outdated');
  assert.equal((await fitOf(count)).state, 'fits');
  const kept = await change('PATCH', amount.validationTestUuid, amount.etag, { threshold: { maxRows: '3' } });
  assert.equal(kept.json().errors[0].code, 'binding_outdated', 'nothing is saved that cannot be run');
  const mended = await change('PATCH', amount.validationTestUuid, amount.etag, {
    fields: [named('amount', { selection: { choiceId: 'asPeerNumeric' } })],
  });
  assert.equal(mended.statusCode, 200, mended.body);
  assert.equal(mended.json().fit.state, 'fits');
  await prepareAgain(source, sourceFields.slice(0, 1));
  const gone = await fitOf(amount);
  assert.equal(gone.state, 'invalid');
  assert.deepEqual(
    gone.reasons.map(({ code, side }: { code: string; side: string }) => [code, side]),
    [['field_unknown', 'source']],
  );
});

test('a dataset that is not prepared is told, on creation and on reading', async () => {
  const { contributor } = organization;
  const { datasetPairUuid, source } = await newPair();
  const counted = (await newTest({ datasetPairUuid, functionCode: 'COUNT' })).json();
  const dataset = (
    await service.send({ url: `/api/v1/datasets/${source.datasetUuid}`, token: contributor })
  ).json();
  const moved = await service.send({
    method: 'PATCH',
    url: `/api/v1/datasets/${source.datasetUuid}`,
    token: contributor,
    headers: { 'if-match': dataset.etag },
    body: { locator: { kind: 'table', schema: 'public', table: 'elsewhere' } },
  });
  assert.equal(moved.statusCode, 200, moved.body);
  const { fit } = (await get(counted.validationTestUuid)).json();
  assert.deepEqual(
    [fit.state, fit.reasons[0].code, fit.reasons[0].side],
    ['outdated', 'dataset_not_prepared', 'source'],
  );
  const refused = await newTest({ datasetPairUuid, functionCode: 'COUNT' });
  assert.equal(refused.json().code, 'dataset_not_prepared');
  assert.equal(refused.json().errors[0].pointer, '/datasetPairUuid');
  const executor = playExecutor(service);
  await executor.complete(await executor.take(), prepared(sourceFields));
});

test('a pair with tests is kept until they are gone', async () => {
  const { datasetPairUuid, etag } = await newPair();
  const made = (await newTest({ datasetPairUuid, functionCode: 'COUNT', name: 'Rows' })).json();
  const remove = () =>
    service.send({
      method: 'DELETE',
      url: `/api/v1/dataset-pairs/${datasetPairUuid}`,
      token: organization.contributor,
      headers: { 'if-match': etag },
    });
  const kept = await remove();
  assert.equal(kept.statusCode, 409);
  assert.equal(kept.json().code, 'dataset_pair_in_use');
  assert.match(kept.json().detail, /1 test \(Rows\)/);
  await change('DELETE', made.validationTestUuid, made.etag);
  assert.equal((await remove()).statusCode, 204);
});

test('without an entitlement nothing is created; reading and changing go on', async () => {
  const { datasetPairUuid } = await newPair();
  const key = randomUUID();
  const body = { datasetPairUuid, functionCode: 'COUNT' };
  const made = (await newTest(body, key)).json();
  now = new Date(now.getTime() + 15 * day);
  const at = now.getTime() / 1000;
  const carl = service.issuer.delegated('carl@contoso.example', { iat: at, nbf: at, exp: at + 600 });
  const refused = await create(service, carl, 'validation-tests', body);
  assert.equal(refused.json().code, 'entitlement_expired');
  const batch = await create(service, carl, 'validation-tests:batch', { tests: [body] });
  assert.equal(batch.statusCode, 402);
  assert.equal((await create(service, carl, 'validation-tests', body, key)).statusCode, 201);
  const off = await service.send({
    method: 'POST',
    url: `${path}/${made.validationTestUuid}:deactivate`,
    token: carl,
    headers: { 'if-match': made.etag },
  });
  assert.equal(off.statusCode, 200, off.body);
});
