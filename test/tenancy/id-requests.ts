import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import type { TestRequest } from '../support/service.ts';
import type { SeededTenant } from './seeded-tenant.ts';

/** Ids by the name of the parameter or member that takes them. */
export type Ids = Readonly<Record<string, string>>;

/** Executors belong to no tenant that asks: their leases are fenced, and test/contract/execution-protocol.test.ts holds that. */
const rows = Object.values<Operation>(operations).filter((row) => row.minimumRole !== 'registeredExecutor');

/** A path of connections takes the id of a source that is one. */
export function idsOf(row: Operation, victim: SeededTenant): Ids {
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
export function nowhere(ids: Ids): Ids {
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

/** Every operation that can be given one. */
export const withIds = rows.filter(
  ({ params, query, body }) => params !== undefined || takesId(query ?? {}) || takesOurIds(body),
);

/** Every request that the operation can be given ids with. */
export function requestsWith(row: Operation, ids: Ids): readonly Omit<TestRequest, 'token'>[] {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(name));
  const named = Object.entries(row.query?.properties ?? {}).filter(([, schema]) => takesId(schema));
  const query = new URLSearchParams(
    Object.fromEntries(named.map(([name]) => [name, ids[name] ?? assert.fail(name)])),
  );
  const variants = row.body ? (bodies[row.operationId] ?? assert.fail(row.operationId))(ids) : [undefined];
  return variants.map((body) => ({
    method: row.method,
    url: `${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: { 'idempotency-key': randomUUID(), 'if-match': '"none"' },
    ...(body !== undefined && { body }),
  }));
}
