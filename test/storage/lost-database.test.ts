import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { AppError } from '../../src/domain/app-error.ts';
import { getOrganization } from '../../src/storage/queries/organizations.ts';
import { enqueueWork } from '../../src/storage/queries/work.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, type TestTenant } from '../support/tenants.ts';
import { openUnreliableProxy } from '../support/unreliable-proxy.ts';

// The embedded database fails in ways of its own: test/storage/embedded.
describe('a lost PostgreSQL', { skip: onlyPostgresql }, async () => {
  const { storage: direct, admin, serviceUrl } = await openTestStorage();
  const proxy = await openUnreliableProxy(serviceUrl ?? '');
  // Longer than any statement here takes on a machine that has too much to do.
  const storage = await openStorage({ databaseUrl: proxy.url, poolSize: 3, statementTimeoutMs: 1_500 });
  after(async () => {
    await storage.close();
    await proxy.close();
  });
  const tenant = await newTenant(direct);

  const terminateAll = () =>
    admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'plumbline%' AND pid <> pg_backend_pid()`);

  test('connections that were ended while idle are replaced unnoticed', async () => {
    await Promise.all(Array.from({ length: 3 }, () => storage.withTenant(tenant.orgUuid, getOrganization)));
    await terminateAll();
    const organization = await storage.withTenant(tenant.orgUuid, getOrganization);
    assert.equal(organization?.orgUuid, tenant.orgUuid);
  });

  test('a transaction whose connection is ended under it runs again', async () => {
    let runs = 0;
    const organization = await storage.withTenant(tenant.orgUuid, async (tx) => {
      runs += 1;
      await getOrganization(tx);
      if (runs === 1) await terminateAll();
      return await getOrganization(tx);
    });
    assert.deepEqual([organization?.orgUuid, runs], [tenant.orgUuid, 2]);
  });

  test('and is unavailable if that goes on', async () => {
    let runs = 0;
    await assert.rejects(
      storage.withTenant(tenant.orgUuid, async (tx) => {
        runs += 1;
        await getOrganization(tx);
        await terminateAll();
        await getOrganization(tx);
      }),
      isUnavailable,
    );
    assert.equal(runs, 3);
  });

  test('a stopped server is a 503 on every way in, and is used again once it is back', async () => {
    await proxy.stop();
    for (const [name, call] of Object.entries(everyWayIn(storage, tenant))) {
      await assert.rejects(call(), isUnavailable, name);
    }
    await proxy.resume();
    for (const call of Object.values(everyWayIn(storage, tenant))) await call();
  });

  test('so is a server that hangs', async () => {
    await storage.ping();
    proxy.freeze();
    await Promise.all(
      Object.entries(everyWayIn(storage, tenant)).map(([name, call]) =>
        assert.rejects(call(), isUnavailable, name),
      ),
    );
    await proxy.resume();
    await storage.ping();
  });

  test('a statement that takes too long is ended, and its connection goes on', async () => {
    const slow = storage.withTenant(tenant.orgUuid, (tx) => sql`SELECT pg_sleep(60)`.execute(tx));
    await assert.rejects(slow, isUnavailable);
    assert.equal((await storage.withTenant(tenant.orgUuid, getOrganization))?.orgUuid, tenant.orgUuid);
  });

  test('a commit that may have happened is not tried again', async () => {
    let runs = 0;
    const commit = storage.withTenant(tenant.orgUuid, async (tx) => {
      runs += 1;
      await enqueueWork(tx, newWork());
      proxy.cutBefore('COMMIT');
    });
    await assert.rejects(commit, (error) => {
      assert.ok(isUnavailable(error));
      assert.match(error.message, /may or may not/);
      return true;
    });
    assert.equal(runs, 1);
  });

  test('who listens for work is told again after the connection was lost', async () => {
    let heard = Promise.withResolvers<void>();
    const listener = await storage.listenForWork(() => heard.resolve());
    await heard.promise;
    heard = Promise.withResolvers();
    await terminateAll();
    await heard.promise;
    heard = Promise.withResolvers();
    await direct.withTenant(tenant.orgUuid, (tx) => enqueueWork(tx, newWork()));
    await heard.promise;
    await listener.close();
  });

  test('a pool with no connection free says so', async () => {
    const small = await openStorage({ databaseUrl: serviceUrl, poolSize: 1 });
    const done = Promise.withResolvers<void>();
    const busy = small.withTenant(tenant.orgUuid, () => done.promise);
    const wait = () => small.withTenant(tenant.orgUuid, getOrganization);
    await assert.rejects(wait(), isUnavailable);
    await small.ping();
    done.resolve();
    await busy;
    await wait();
    await small.close();
  });

  test('a tenant that waits for its own transactions is refused, and another is not', async () => {
    const small = await openStorage({ databaseUrl: serviceUrl, poolSize: 2 });
    const other = await newTenant(direct);
    const [begun, first, second] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    assert.ok(begun && first && second);
    const ahead = small.withTenant(tenant.orgUuid, async () => {
      begun.resolve();
      await first.promise;
    });
    await begun.promise;
    const next = small.withTenant(tenant.orgUuid, () => second.promise);
    const late = small.withTenant(tenant.orgUuid, getOrganization);
    first.resolve();
    await assert.rejects(late, { code: 'rate_limited', status: 429 });
    await small.withTenant(other.orgUuid, getOrganization);
    second.resolve();
    await Promise.all([ahead, next]);
    await small.close();
  });

  test('opening says so too', async () => {
    await proxy.stop();
    await assert.rejects(openStorage({ databaseUrl: proxy.url }), isUnavailable);
    await proxy.resume();
  });
});

function isUnavailable(error: unknown): error is AppError {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, 'dependency_unavailable');
  assert.ok((error.params.retryAfterSeconds ?? 0) >= 1);
  return true;
}

function newWork() {
  return {
    workUuid: newUuid(),
    kind: 'test.lost',
    payload: null,
    operationUuid: null,
    runAfter: new Date(),
    maxAttempts: 1,
  };
}

function everyWayIn(
  storage: Storage,
  { orgUuid, directoryId }: TestTenant,
): Record<string, () => Promise<unknown>> {
  const past = new Date(0);
  return {
    withTenant: () => storage.withTenant(orgUuid, getOrganization),
    findCaller: () => storage.findCaller({ directoryId, objectId: null }),
    claimWork: () => storage.claimWork({ kinds: ['none'], holder: 'a', limit: 1, leaseSeconds: 1 }),
    takeTokens: () =>
      storage.takeTokens({ bucketKey: newUuid(), capacity: 1, refillPerSecond: 1, tokens: 1 }),
    workFigures: () => storage.workFigures(),
    purge: () => storage.purge({ keysBefore: past, doneWorkBefore: past, limit: 1 }),
    ping: () => storage.ping(),
  };
}
