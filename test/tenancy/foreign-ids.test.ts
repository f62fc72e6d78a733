import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { activateContoso, startTestService, stranger, type TestAnswer } from '../support/service.ts';
import { seedTenant } from './seeded-tenant.ts';

/** Ids by the name of the parameter or member that takes them. */
type Ids = Readonly<Record<string, string>>;

const service = await startTestService({ after }, { settings: { mailConfigured: true } });
const { owner } = await activateContoso(service);
const victim = await seedTenant(service.ctx.storage);

/** Executors belong to no tenant that asks: their leases are fenced, and test/contract/execution-protocol.test.ts holds that. */
const rows = Object.values<Operation>(operations).filter((row) => row.minimumRole !== 'registeredExecutor');

/** A path of connections takes the id of a source that is one. */
function idsOf(row: Operation): Ids {
  const { connectionUuid, queuedOperation, sourceUuid, ...seeded } = victim;
  const isConnection = row.path.startsWith('/api/v1/platform-connections');
  return {
    ...Object.fromEntries(Object.entries(seeded).filter(isId)),
    sourceUuid: isConnection ? connectionUuid : sourceUuid,
    operationUuid: queuedOperation,
    with: victim.finishedRunUuid,
    sourceDatasetUuid: victim.preparedUuid,
    targetDatasetUuid: victim.datasetUuid,
  };
}

function isId(seeded: [string, unknown]): seeded is [string, string] {
  return typeof seeded[1] === 'string';
}

/** Others of the same shape, which nothing has. */
function nowhere(ids: Ids): Ids {
  return Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]));
}

const count = { functionCode: 'COUNT', fields: [{ sourceField: 'id', targetField: 'id' }] };

/** A valid body for every operation that takes one beside an id, or an id in it. */
const bodies: Record<string, (ids: Ids) => readonly unknown[]> = {
  update_organization_member: () => [{ role: 'reader' }],
  accept_organization_invitation: () => [{ secret: 'x'.repeat(43) }],
  create_dataset: ({ sourceUuid }) => [
    { name: 'Theirs', sourceUuid, locator: { kind: 'table', schema: 'public', table: 'orders' } },
  ],
  update_dataset: () => [{ name: 'Mine' }],
  create_dataset_pair: ({ sourceDatasetUuid, targetDatasetUuid }) => [
    { sourceDatasetUuid, targetDatasetUuid },
  ],
  resolve_comparison: ({ datasetPairUuid, sourceDatasetUuid, targetDatasetUuid }) =>
    [
      { kind: 'datasetPair', datasetPairUuid },
      { kind: 'datasets', sourceDatasetUuid, targetDatasetUuid },
    ].map((context) => ({ context, surface: 'valueField', sourceField: 'id', targetField: 'id' })),
  create_validation_test: ({ datasetPairUuid }) => [{ name: 'Rows', datasetPairUuid, ...count }],
  create_validation_tests: ({ datasetPairUuid }) => [
    { tests: [{ name: 'Rows', datasetPairUuid, ...count }] },
  ],
  update_validation_test: () => [{ name: 'Mine' }],
  submit_run: (ids) => scopesOf(ids).map((scope) => ({ scope })),
  create_schedule: (ids) =>
    scopesOf(ids).map((scope) => ({ name: 'Daily', cron: '0 6 * * *', timeZone: 'UTC', scope })),
  update_schedule: (ids) => [{ name: 'Mine' }, ...scopesOf(ids).map((scope) => ({ scope }))],
  update_webhook: () => [{ name: 'Mine' }],
  create_notification_rule: ({ memberUuid }) => [{ name: 'Them', target: { channel: 'email', memberUuid } }],
  update_notification_rule: () => [{ name: 'Mine' }],
};

function scopesOf({ datasetPairUuid, validationTestUuid }: Ids): readonly unknown[] {
  return [
    { kind: 'dataset_pair', datasetPairUuid },
    { kind: 'dataset_pairs', datasetPairUuids: [datasetPairUuid] },
    { kind: 'validation_test', validationTestUuid },
  ];
}

function takesId(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"format":"uuid"');
}

/** Ids of a cloud, which nobody here has, are named otherwise. */
function takesOurIds(body: unknown): boolean {
  return /"\w+Uuids?":/.test(JSON.stringify(body ?? {}));
}

const withIds = rows.filter(
  ({ params, query, body }) => params !== undefined || takesId(query ?? {}) || takesOurIds(body),
);

/** Every request that the operation can be given ids with. */
async function ask(row: Operation, ids: Ids, token: string): Promise<readonly TestAnswer[]> {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(name));
  const named = Object.entries(row.query?.properties ?? {}).filter(([, schema]) => takesId(schema));
  const query = new URLSearchParams(
    Object.fromEntries(named.map(([name]) => [name, ids[name] ?? assert.fail(name)])),
  );
  const variants = row.body ? (bodies[row.operationId] ?? assert.fail(row.operationId))(ids) : [undefined];
  const answers: TestAnswer[] = [];
  for (const body of variants) {
    answers.push(
      await service.send({
        method: row.method,
        url: `${path}${query.size > 0 ? `?${query}` : ''}`,
        token,
        headers: { 'idempotency-key': randomUUID(), 'if-match': '"none"' },
        ...(body !== undefined && { body }),
      }),
    );
  }
  return answers;
}

/** All that a caller can see but what it said itself, the id of the request, and what says when it was. */
function seen({ statusCode, headers, body }: TestAnswer, ids: Ids) {
  const { date, ratelimit, 'x-request-id': requestId, ...rest } = headers;
  const said = Object.values(ids).filter((id) => typeof id === 'string' && id.length === requestId?.length);
  const text = said.reduce((shown, id) => shown.replaceAll(id, 'ID'), body);
  return { statusCode, headers: rest, body: text.replaceAll(String(requestId), 'requestId') };
}

/** What may be answered. */
function statusesOf({ operationId, method, params }: Operation): readonly number[] {
  // That a member cannot be written to is a fault of the body, whoever it is.
  if (operationId === 'create_notification_rule') return [422];
  // A list that is filtered by something that is not there is empty.
  return method === 'GET' && params === undefined ? [200, 404] : [404];
}

for (const row of withIds) {
  test(`${row.operationId} tells nothing of what another Organization has`, async () => {
    const ids = idsOf(row);
    const others = nowhere(ids);
    const foreign = (await ask(row, ids, owner)).map((answer) => seen(answer, ids));
    const unknown = (await ask(row, others, owner)).map((answer) => seen(answer, others));
    assert.deepEqual(foreign, unknown);
    const expected = statusesOf(row);
    for (const { statusCode, body } of foreign)
      assert.ok(expected.includes(statusCode), `${statusCode} ${body}`);
  });
}

test('the ids exist: whoever they belong to reads every one of them', async () => {
  const { objectId, directoryId } = victim;
  const theirs = service.issuer.delegated({ ...stranger(directoryId), objectId });
  const reads = withIds.filter(({ method, params }) => method === 'GET' && params !== undefined);
  assert.ok(reads.length > 20);
  for (const row of reads) {
    for (const { statusCode, body } of await ask(row, idsOf(row), theirs)) {
      assert.notEqual(statusCode, 404, `${row.operationId}: ${body}`);
      assert.notEqual(statusCode, 403, `${row.operationId}: ${body}`);
    }
  }
});
