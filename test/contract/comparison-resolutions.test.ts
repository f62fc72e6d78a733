import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { create, newDataset, newSource, preparedDataset } from '../support/catalog.ts';
import { field, playExecutor, prepared } from '../support/executor.ts';
import { activateContoso, startTestService, type TestService } from '../support/service.ts';

const lines = field('lines', 'list<struct<sku string, quantity long>>', {
  children: [field('sku', 'string'), field('quantity', 'long')],
});
const sourceFields = [
  field('id', 'long', { nullable: false }),
  field('amount', 'decimal(18,2)'),
  field('placed', 'timestamp(6) naive'),
  field('net.total', 'double'),
  lines,
];
const targetFields = [
  field('id', 'long', { nullable: false }),
  field('amount', 'string'),
  field('placed', 'timestamp(3) zoned'),
  field('day', 'string'),
  lines,
];

/** Two prepared datasets and their pair: what resolution needs, made once for all that only reads it. */
async function start(service: TestService) {
  const organization = await activateContoso(service);
  const { owner, contributor, reader } = organization;
  const { sourceUuid } = await newSource(service, owner);
  const source = await preparedDataset(service, contributor, sourceUuid, sourceFields, {
    zone: 'Europe/Berlin',
  });
  const target = await preparedDataset(service, contributor, sourceUuid, targetFields);
  const context = {
    kind: 'datasets',
    sourceDatasetUuid: source.datasetUuid,
    targetDatasetUuid: target.datasetUuid,
  };
  const resolve = (change: Record<string, unknown>, token = reader) =>
    service.send({
      method: 'POST',
      url: '/api/v1/comparison-resolutions',
      token,
      body: { context, surface: 'valueField', sourceField: 'id', targetField: 'id', ...change },
    });
  return { ...organization, sourceUuid, source, target, context, resolve };
}

test('two fields of prepared datasets resolve', async (t) => {
  const service = await startTestService(t);
  const { contributor, resolve, context, source, target } = await start(service);

  await t.test('of one family, by themselves, with every member of the answer', async () => {
    const answer = await resolve({ functionCode: 'VALUE' });
    assert.equal(answer.statusCode, 200, answer.body);
    const body = answer.json();
    const side = {
      field: 'id',
      scope: { kind: 'root', collectionPath: null },
      logicalType: 'long',
      nativeType: 'LONG',
      nullable: false,
      binding: { transform: 'none', format: '' },
    };
    assert.deepEqual(
      { ...body, allowedFunctions: body.allowedFunctions.length },
      {
        status: 'resolved',
        surface: 'valueField',
        functionCode: 'VALUE',
        source: side,
        target: side,
        comparisonType: 'exact(19,0)',
        selectedChoiceId: null,
        choices: [],
        storedBinding: null,
        allowedFunctions: 11,
        diagnostics: [],
      },
    );
  });

  await t.test('by the context of a pair as by that of its datasets', async () => {
    const pair = await create(service, contributor, 'dataset-pairs', {
      sourceDatasetUuid: source.datasetUuid,
      targetDatasetUuid: target.datasetUuid,
    });
    const { datasetPairUuid } = pair.json();
    const byPair = await resolve({
      context: { kind: 'datasetPair', datasetPairUuid },
      sourceField: 'amount',
      targetField: 'amount',
    });
    const byDatasets = await resolve({ sourceField: 'amount', targetField: 'amount' });
    assert.deepEqual(byPair.json(), byDatasets.json());
    assert.equal(byPair.json().status, 'selectionRequired');
  });

  await t.test('across families, by a selection', async () => {
    const fields = { sourceField: 'amount', targetField: 'amount' };
    const asked = (await resolve({ ...fields, functionCode: 'VALUE' })).json();
    assert.deepEqual(asked.choices.map((choice: { choiceId: string }) => choice.choiceId).toSorted(), [
      'asPeerNumeric',
      'asText',
    ]);
    for (const choiceId of ['asPeerNumeric', 'asText']) {
      const chosen = (await resolve({ ...fields, selection: { choiceId } })).json();
      assert.equal(chosen.status, 'resolved', choiceId);
      assert.equal(chosen.selectedChoiceId, choiceId);
      const { source: from, target: to } = chosen;
      const stored = { source: from.binding, target: to.binding };
      const kept = (await resolve({ ...fields, storedBinding: stored })).json();
      assert.equal(kept.status, 'resolved');
      assert.deepEqual(kept.storedBinding, { state: 'current', reason: null });
    }
    const dated = { sourceField: 'placed', targetField: 'day' };
    const selection = { choiceId: 'asPeerDateTime', format: 'yyyy-MM-dd HH:mm:ss' };
    const read = (await resolve({ ...dated, selection })).json();
    assert.equal(read.status, 'resolved');
    assert.equal(read.target.binding.format, 'yyyy-MM-dd HH:mm:ss');
    const formatless = { choiceId: 'asPeerDateTime' };
    assert.equal((await resolve({ ...dated, selection: formatless })).json().status, 'selectionRequired');
  });

  await t.test('with null where nothing is meant, and defaults where something is left out', async () => {
    const nothing = {
      functionCode: null,
      selection: null,
      storedBinding: null,
      sourceObservationScope: null,
      targetObservationScope: null,
    };
    assert.deepEqual((await resolve(nothing)).json(), (await resolve({})).json());
    const stored = await resolve({ storedBinding: { source: {}, target: {} } });
    assert.equal(stored.json().storedBinding.state, 'current');
  });

  await t.test('on both surfaces', async () => {
    const fields = { sourceField: '"net.total"', targetField: 'id' };
    assert.equal((await resolve(fields)).json().status, 'resolved');
    const key = (await resolve({ ...fields, surface: 'joinKey' })).json();
    assert.notEqual(key.status, 'resolved', 'a double is no key by itself');
    assert.equal(key.source.field, '"net.total"');
  });

  await t.test('with the zone that the dataset declares', async () => {
    const body = (await resolve({ sourceField: 'placed', targetField: 'placed' })).json();
    const codes = body.diagnostics.map(({ code }: { code: string }) => code);
    assert.ok(codes.includes('zone_applied'), codes.join());
    assert.ok(!codes.includes('zone_assumed'), codes.join());
  });

  await t.test('in the scope that is asked for, or that the field lies in', async () => {
    const inside = { sourceField: 'lines[].sku', targetField: 'lines[].sku' };
    const items = { kind: 'collection', collectionPath: 'lines[]' };
    const own = (await resolve(inside)).json();
    assert.equal(own.status, 'resolved');
    assert.deepEqual(own.source.scope, items);
    for (const collectionPath of ['lines', 'lines[]']) {
      const scope = { kind: 'collection', collectionPath };
      const asked = await resolve({
        ...inside,
        sourceObservationScope: scope,
        targetObservationScope: scope,
      });
      assert.deepEqual(asked.json(), own);
    }
    for (const root of [{ kind: 'root' }, {}]) {
      const rows = await resolve({ sourceObservationScope: root, targetObservationScope: root });
      assert.deepEqual(rows.json().source.scope, { kind: 'root', collectionPath: null });
      const many = (await resolve({ ...inside, sourceObservationScope: root })).json();
      assert.equal(many.status, 'incompatible');
      assert.equal(many.diagnostics[0].code, 'scope_invalid');
    }
    const uneven = (await resolve({ sourceField: 'lines[].quantity', targetField: 'id' })).json();
    assert.equal(uneven.status, 'incompatible');
    assert.equal(uneven.diagnostics[0].code, 'scopes_incompatible');
  });

  await t.test('or are refused with the place of the fault', async () => {
    const collection = (collectionPath: unknown) => ({ kind: 'collection', collectionPath });
    const cases: [change: Record<string, unknown>, code: string, pointer: string][] = [
      [{ sourceField: 'nothing' }, 'field_unknown', '/sourceField'],
      [{ targetField: 'lines.sku' }, 'field_unknown', '/targetField'],
      [
        { sourceObservationScope: collection('orders[]') },
        'field_unknown',
        '/sourceObservationScope/collectionPath',
      ],
      [{ sourceField: 'a..b' }, 'validation_failed', '/sourceField'],
      [
        { targetObservationScope: collection('"open') },
        'validation_failed',
        '/targetObservationScope/collectionPath',
      ],
      [
        { selection: { choiceId: 'asPeerDateTime', format: 'yyyy-QQ' } },
        'validation_failed',
        '/selection/format',
      ],
      [
        { storedBinding: { source: { format: 'epoch_h' }, target: {} } },
        'validation_failed',
        '/storedBinding/source/format',
      ],
      [{ sourceField: '' }, 'validation_failed', '/sourceField'],
      [{ targetField: 'x'.repeat(1025) }, 'validation_failed', '/targetField'],
      [{ surface: 'both' }, 'validation_failed', '/surface'],
      [{ functionCode: 'MEDIAN' }, 'validation_failed', '/functionCode'],
      [{ selection: { choiceId: 'asNumber' } }, 'validation_failed', '/selection/choiceId'],
      [
        { selection: { choiceId: 'asText', format: 'x'.repeat(65) } },
        'validation_failed',
        '/selection/format',
      ],
      [{ selection: {} }, 'validation_failed', '/selection/choiceId'],
      [{ storedBinding: { source: {} } }, 'validation_failed', '/storedBinding/target'],
      [
        { storedBinding: { source: { transform: 'to_int' }, target: {} } },
        'validation_failed',
        '/storedBinding/source/transform',
      ],
      [
        { sourceObservationScope: { kind: 'collection' } },
        'validation_failed',
        '/sourceObservationScope/collectionPath',
      ],
      [
        { sourceObservationScope: { kind: 'root', collectionPath: 'a' } },
        'validation_failed',
        '/sourceObservationScope/collectionPath',
      ],
      [{ sourceObservationScope: { kind: 'row' } }, 'validation_failed', '/sourceObservationScope/kind'],
      [
        { context: { kind: 'datasets', sourceDatasetUuid: randomUUID() } },
        'validation_failed',
        '/context/targetDatasetUuid',
      ],
      [{ context: { ...context, kind: 'pair' } }, 'validation_failed', '/context/kind'],
      [
        { context: { kind: 'datasetPair', datasetPairUuid: 'x' } },
        'validation_failed',
        '/context/datasetPairUuid',
      ],
      [{ extra: 1 }, 'validation_failed', '/extra'],
    ];
    for (const [change, code, pointer] of cases) {
      const answer = await resolve(change);
      const label = `${JSON.stringify(change).slice(0, 200)}: ${answer.body}`;
      assert.equal(answer.statusCode, 422, label);
      assert.equal(answer.json().code, code, label);
      const pointers = answer.json().errors.map((error: { pointer: string }) => error.pointer);
      assert.deepEqual(pointers, [pointer], label);
    }
    const misplaced = (await resolve({ selection: { choiceId: 'asText', format: 'yyyy-QQ' } })).json();
    assert.match(misplaced.errors[0].detail, /^At character 6: /);
  });

  await t.test('only where the datasets exist in this tenant', async () => {
    const frank = service.issuer.delegated('frank@fabrikam.example');
    await service.send({
      method: 'POST',
      url: '/api/v1/organization:activate',
      token: frank,
      body: { name: 'Fabrikam' },
    });
    const absent = [
      await resolve({}, frank),
      await resolve({ context: { ...context, targetDatasetUuid: randomUUID() } }),
      await resolve({ context: { kind: 'datasetPair', datasetPairUuid: randomUUID() } }),
    ];
    for (const answer of absent) assert.equal(answer.statusCode, 404, answer.body);
    for (const [url, body] of [
      [`datasets/${source.datasetUuid}`, undefined],
      [`datasets/${source.datasetUuid}/preparation`, undefined],
    ] as const) {
      const answer = await service.send({ url: `/api/v1/${url}`, token: frank, body });
      assert.equal(answer.statusCode, 404);
    }
  });

  await t.test('and what was stored is outdated once a type has changed', async () => {
    const fields = { sourceField: 'amount', targetField: 'amount' };
    const chosen = (await resolve({ ...fields, selection: { choiceId: 'asPeerNumeric' } })).json();
    const storedBinding = { source: chosen.source.binding, target: chosen.target.binding };
    const url = `datasets/${target.datasetUuid}/preparation:retry`;
    await create(service, contributor, url, undefined);
    const executor = playExecutor(service);
    const changed = targetFields.map((each) => (each.name === 'amount' ? field('amount', 'long') : each));
    await executor.complete(await executor.take(), prepared(changed));
    const { state, reason } = (await resolve({ ...fields, storedBinding })).json().storedBinding;
    assert.ok(state === 'outdated' || state === 'invalid', state);
    assert.ok(reason.length > 0);
  });
});

test('a dataset that is not prepared has no fields to resolve', async (t) => {
  const service = await startTestService(t);
  const { contributor, sourceUuid, context, resolve } = await start(service);
  const { datasetUuid } = await newDataset(service, contributor, sourceUuid);
  const answer = await resolve({ context: { ...context, targetDatasetUuid: datasetUuid } });
  assert.equal(answer.statusCode, 422, answer.body);
  assert.equal(answer.json().code, 'dataset_not_prepared');
  assert.equal(answer.json().errors[0].pointer, '/context/targetDatasetUuid');
  // Fields that came early are not those of a preparation.
  const executor = playExecutor(service);
  const lease = await executor.take();
  await executor.report(lease, { sequence: 1, report: { kind: 'dataset.prepare', fields: targetFields } });
  const early = await resolve({ context: { ...context, targetDatasetUuid: datasetUuid } });
  assert.equal(early.json().code, 'dataset_not_prepared');
});
