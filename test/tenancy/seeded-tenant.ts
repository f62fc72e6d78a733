import { rootScope } from '../../src/domain/comparison/observation-scope.ts';
import { exactOptions } from '../../src/domain/comparison/pair-specification.ts';
import { noMismatch } from '../../src/domain/comparison/threshold.ts';
import { insertDatasetPair } from '../../src/storage/queries/dataset-pairs.ts';
import { insertDataset, recordPreparation } from '../../src/storage/queries/datasets.ts';
import { claimIdempotencyKey, recordIdempotentResource } from '../../src/storage/queries/idempotency.ts';
import { changeInvitationStatus, insertInvitation } from '../../src/storage/queries/invitations.ts';
import { insertMember, removeMember } from '../../src/storage/queries/members.ts';
import { insertOperation, startOperation } from '../../src/storage/queries/operations.ts';
import { insertSource } from '../../src/storage/queries/sources.ts';
import { insertValidationTests, type NewValidationTest } from '../../src/storage/queries/validation-tests.ts';
import { enqueueWork, failWork } from '../../src/storage/queries/work.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import type { RunAsAdmin } from '../support/databases.ts';
import { newTenant, newUuid, person, type TestTenant, testStart } from '../support/tenants.ts';
import { type SeededCustomer, seedCustomer } from './seeded-customer.ts';
import { type SeededEvents, seedEvents } from './seeded-events.ts';
import { type SeededRuns, seedRuns } from './seeded-runs.ts';

/** A tenant with rows in every table and in every state that a query looks for. */
export interface SeededTenant extends TestTenant, SeededCustomer, SeededEvents, SeededRuns {
  readonly objectId: string;
  readonly removedUuid: string;
  readonly email: string;
  readonly invitationUuid: string;
  readonly revokedUuid: string;
  readonly queuedOperation: string;
  readonly runningOperation: string;
  readonly leasedWork: { readonly workUuid: string; readonly fencingNumber: number };
  readonly deadWork: string;
  readonly sourceUuid: string;
  /** Has no datasets. */
  readonly emptySourceUuid: string;
  readonly datasetUuid: string;
  readonly preparationUuid: string;
  /** Has been prepared. */
  readonly preparedUuid: string;
  /** In no pair. */
  readonly loneDatasetUuid: string;
  readonly datasetPairUuid: string;
  /** Has no tests. */
  readonly emptyPairUuid: string;
  readonly validationTestUuid: string;
  readonly batchUuid: string;
  readonly idempotentRequest: {
    readonly principal: string;
    readonly operationId: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly now: Date;
  };
}

export async function seedTenant(storage: Storage): Promise<SeededTenant> {
  const tenant = await newTenant(storage);
  const kind = `test.${tenant.orgUuid}`;
  const [member, removed] = [person(tenant, { role: 'owner' }), person(tenant)];
  const invited = {
    email: 'invited@contoso.example',
    role: 'reader',
    deliveryState: 'queued',
    secretHash: 'ab'.repeat(32),
    expiresAt: new Date('2026-02-07T12:00:00Z'),
    createdAt: testStart,
    createdBy: 'delegated:olivia',
  } as const;
  const seeded = {
    invitationUuid: newUuid(),
    revokedUuid: newUuid(),
    queuedOperation: newUuid(),
    runningOperation: newUuid(),
    idempotentRequest: {
      principal: 'delegated:olivia',
      operationId: 'test',
      key: newUuid(),
      fingerprint: 'ab'.repeat(32),
      now: testStart,
    },
  };
  const catalog = {
    sourceUuid: newUuid(),
    emptySourceUuid: newUuid(),
    datasetUuid: newUuid(),
    preparationUuid: newUuid(),
    preparedUuid: newUuid(),
    loneDatasetUuid: newUuid(),
    datasetPairUuid: newUuid(),
    emptyPairUuid: newUuid(),
    validationTestUuid: newUuid(),
    batchUuid: newUuid(),
  };
  const customer = await storage.withTenant(tenant.orgUuid, async (tx) => {
    await insertMember(tx, member);
    await insertMember(tx, removed);
    await removeMember(tx, { ...removed, expectedVersion: 1 });
    await insertInvitation(tx, { ...invited, invitationUuid: seeded.invitationUuid });
    await insertInvitation(tx, {
      ...invited,
      invitationUuid: seeded.revokedUuid,
      email: 'revoked@contoso.example',
    });
    const revoke = {
      invitationUuid: seeded.revokedUuid,
      from: 'pending',
      to: 'revoked',
      at: testStart,
    } as const;
    await changeInvitationStatus(tx, revoke);
    for (const operationUuid of [seeded.queuedOperation, seeded.runningOperation]) {
      await insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart });
    }
    await startOperation(tx, { operationUuid: seeded.runningOperation, at: testStart });
    for (let i = 0; i < 3; i++) {
      const work = { kind, payload: { secret: tenant.orgUuid }, operationUuid: null, maxAttempts: 3 };
      await enqueueWork(tx, { ...work, workUuid: newUuid(), runAfter: testStart });
    }
    await seedCatalog(tx, catalog);
    await claimIdempotencyKey(tx, seeded.idempotentRequest);
    await recordIdempotentResource(tx, { ...seeded.idempotentRequest, resourceUuid: newUuid() });
    return { ...(await seedEvents(tx)), ...(await seedCustomer(tx, tenant.orgUuid)) };
  });
  const runs = await storage.withTenant(tenant.orgUuid, (tx) =>
    seedRuns(tx, { ...rowCountTest(catalog), operationUuid: seeded.runningOperation }),
  );
  const [leasedWork, dead] = await storage.claimWork({
    kinds: [kind],
    // Its environment is ready: nobody else's executor gets its work.
    orgUuid: tenant.orgUuid,
    holder: 'test',
    executor: 'directory/object',
    limit: 2,
    leaseSeconds: 3_600,
  });
  if (leasedWork === undefined || dead === undefined)
    throw new TypeError('Work was enqueued and must be claimed.');
  await storage.withTenant(tenant.orgUuid, (tx) => failWork(tx, { ...dead, error: {}, retryAt: null }));
  return {
    ...tenant,
    ...seeded,
    ...catalog,
    ...customer,
    ...runs,
    objectId: member.objectId,
    removedUuid: removed.memberUuid,
    email: member.email ?? '',
    leasedWork,
    deadWork: dead.workUuid,
  };
}

type SeededCatalog = Pick<
  SeededTenant,
  | 'sourceUuid'
  | 'emptySourceUuid'
  | 'datasetUuid'
  | 'preparationUuid'
  | 'preparedUuid'
  | 'loneDatasetUuid'
  | 'datasetPairUuid'
  | 'emptyPairUuid'
  | 'validationTestUuid'
  | 'batchUuid'
>;

async function seedCatalog(tx: TenantTx, catalog: SeededCatalog): Promise<void> {
  for (const sourceUuid of [catalog.sourceUuid, catalog.emptySourceUuid]) {
    const settings = { kind: 'files', root: '/data' } as const;
    await insertSource(tx, { sourceUuid, name: 'Files', settings, secret: 'v1.x', createdAt: testStart });
  }
  const locator = { kind: 'table', schema: 'public', table: 'orders' } as const;
  const preparations = [
    [catalog.datasetUuid, catalog.preparationUuid],
    [catalog.preparedUuid, newUuid()],
    [catalog.loneDatasetUuid, newUuid()],
  ] as const;
  for (const [datasetUuid, preparationUuid] of preparations) {
    const operation = { operationUuid: preparationUuid, kind: 'dataset.prepare', resourcePath: null };
    await insertOperation(tx, { ...operation, createdAt: testStart });
    const place = { sourceUuid: catalog.sourceUuid, locator, zone: null };
    await insertDataset(tx, {
      datasetUuid,
      name: 'Orders',
      ...place,
      preparationUuid,
      createdAt: testStart,
    });
    if (datasetUuid !== catalog.preparedUuid) continue;
    const found = { fields: [], rowCount: 0, notes: [], schemaHash: 'ab'.repeat(32), at: testStart };
    await recordPreparation(tx, { preparationUuid, ...found });
  }
  await insertDatasetPair(tx, {
    datasetPairUuid: catalog.datasetPairUuid,
    name: 'Orders',
    sourceDatasetUuid: catalog.datasetUuid,
    targetDatasetUuid: catalog.preparedUuid,
    createdAt: testStart,
  });
  await insertDatasetPair(tx, {
    datasetPairUuid: catalog.emptyPairUuid,
    name: 'Orders, the other way',
    sourceDatasetUuid: catalog.preparedUuid,
    targetDatasetUuid: catalog.datasetUuid,
    createdAt: testStart,
  });
  await insertValidationTests(tx, [rowCountTest(catalog)]);
}

/** How many rows there are: the least that a test can be about. */
export function rowCountTest(
  ids: Pick<SeededTenant, 'validationTestUuid' | 'datasetPairUuid' | 'batchUuid'>,
): NewValidationTest {
  const { validationTestUuid, datasetPairUuid, batchUuid } = ids;
  return {
    validationTestUuid,
    datasetPairUuid,
    batchUuid,
    name: 'COUNT of rows',
    definition: {
      functionCode: 'COUNT',
      fields: [],
      keys: [],
      scope: { source: rootScope, target: rootScope },
      filter: { source: null, target: null },
      tolerance: null,
      threshold: noMismatch,
      duplicateKeys: 'fail',
      verification: 'hashed',
      options: exactOptions,
      evidenceRows: 0,
    },
    status: 'active',
    createdAt: testStart,
  };
}

/** Every row of a tenant, from every table that has tenants. */
export async function allRowsOf(admin: RunAsAdmin, orgUuid: string): Promise<Record<string, unknown>> {
  const tables = await admin(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'plumbline'::regnamespace AND c.relkind = 'r' AND a.attname = 'org_uuid'
     ORDER BY c.relname`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const table = `plumbline.${String(name)}`;
    rows[table] = await admin(
      `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE org_uuid = $1 ORDER BY t::text`,
      [orgUuid],
    );
  }
  return rows;
}
