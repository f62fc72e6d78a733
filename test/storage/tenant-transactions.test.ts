import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getMember, insertMember, updateMemberRole } from '../../src/storage/queries/members.ts';
import { getOrganization } from '../../src/storage/queries/organizations.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { onlyPostgresql, openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, person } from '../support/tenants.ts';

const { storage } = await openTestStorage({ poolSize: 3 });

const failWith = (state: string) => sql.raw(`DO $$ BEGIN RAISE 'as told' USING ERRCODE = '${state}'; END $$`);

test('a transaction commits when the function resolves and rolls back when it rejects', async () => {
  const tenant = await newTenant(storage);
  const [kept, undone] = [person(tenant), person(tenant)];
  const failure = new Error('no');
  await storage.withTenant(tenant.orgUuid, (tx) => insertMember(tx, kept));
  await assert.rejects(
    storage.withTenant(tenant.orgUuid, async (tx) => {
      await insertMember(tx, undone);
      throw failure;
    }),
    failure,
  );
  const read = (uuid: string) => storage.withTenant(tenant.orgUuid, (tx) => getMember(tx, uuid));
  assert.equal((await read(kept.memberUuid))?.memberUuid, kept.memberUuid);
  assert.equal(await read(undone.memberUuid), undefined);
});

test('what is to be told after the commit is told once it has happened, and only then', async () => {
  const tenant = await newTenant(storage);
  const told: string[] = [];
  let runs = 0;
  await storage.withTenant(tenant.orgUuid, async (tx) => {
    runs += 1;
    tx.afterCommit(() => told.push(`run ${runs}`));
    await insertMember(tx, person(tenant));
    // As after a deadlock: the function runs again.
    if (runs === 1) await failWith('40P01').execute(tx);
    assert.deepEqual(told, []);
  });
  assert.deepEqual(told, ['run 2']);
  const rejected = storage.withTenant(tenant.orgUuid, async (tx) => {
    tx.afterCommit(() => told.push('never'));
    throw new Error('no');
  });
  await assert.rejects(rejected);
  assert.deepEqual(told, ['run 2']);
});

test('a function that runs no statement is fine', async () => {
  assert.equal(await storage.withTenant(newUuid(), async () => 'fine'), 'fine');
});

test('what is no UUID is no tenant, and reaches no statement', async () => {
  for (const orgUuid of ['', 'contoso', `${newUuid()}'; RESET ROLE; --`, `${newUuid()}\n`]) {
    await assert.rejects(storage.withTenant(orgUuid, getOrganization), TypeError);
  }
});

test('statements that are sent together are answered each with its own', async () => {
  const answers = await storage.withTenant(newUuid(), (tx) =>
    Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) => (await sql<{ i: number }>`SELECT ${i}::int AS i`.execute(tx)).rows[0]?.i,
      ),
    ),
  );
  assert.deepEqual(answers, [...Array(20).keys()]);
});

test('many transactions at once keep their tenants apart', async () => {
  const tenants = await Promise.all(Array.from({ length: 5 }, () => newTenant(storage)));
  const found = await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const tenant = tenants[i % tenants.length];
      return storage.withTenant(tenant?.orgUuid ?? '', async (tx) => {
        const first = await getOrganization(tx);
        const second = await getOrganization(tx);
        return [tenant?.orgUuid, first?.orgUuid, second?.orgUuid];
      });
    }),
  );
  for (const [asked, first, second] of found) assert.deepEqual([first, second], [asked, asked]);
});

test('a failure that the function swallows is not taken for success', async () => {
  const tenant = await newTenant(storage);
  const member = person(tenant);
  await assert.rejects(
    storage.withTenant(tenant.orgUuid, async (tx) => {
      await insertMember(tx, member);
      await failWith('22012')
        .execute(tx)
        .catch(() => {});
    }),
  );
  const read = await storage.withTenant(tenant.orgUuid, (tx) => getMember(tx, member.memberUuid));
  assert.equal(read, undefined);
});

test('a transaction that is over takes no statements', async () => {
  let escaped: TenantTx | undefined;
  await storage.withTenant(newUuid(), async (tx) => {
    escaped = tx;
  });
  const stray = escaped;
  assert.ok(stray);
  await assert.rejects(getOrganization(stray));
});

test('what lost against a concurrent transaction runs again', async () => {
  for (const state of ['40001', '40P01']) {
    let runs = 0;
    const result = await storage.withTenant(newUuid(), async (tx) => {
      runs += 1;
      if (runs < 3) await failWith(state).execute(tx);
      return 'won';
    });
    assert.deepEqual([result, runs], ['won', 3]);
  }
});

test('but not for ever, and nothing else runs again', async () => {
  for (const [state, expected] of [
    ['40001', 3],
    ['22012', 1],
    ['23505', 1],
  ] as const) {
    let runs = 0;
    await assert.rejects(
      storage.withTenant(newUuid(), async (tx) => {
        runs += 1;
        await failWith(state).execute(tx);
      }),
      { code: state },
    );
    assert.equal(runs, expected);
  }
});

test('two transactions that lock each other out both come through', { skip: onlyPostgresql }, async () => {
  const tenant = await newTenant(storage);
  const [one, two] = [person(tenant), person(tenant)];
  await storage.withTenant(tenant.orgUuid, async (tx) => {
    await insertMember(tx, one);
    await insertMember(tx, two);
  });
  let runs = 0;
  const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const promote = (order: readonly (typeof one)[], mine: number) =>
    storage.withTenant(tenant.orgUuid, async (tx) => {
      runs += 1;
      for (const [place, { memberUuid }] of order.entries()) {
        const { version } = (await getMember(tx, memberUuid)) ?? { version: 0 };
        await updateMemberRole(tx, { memberUuid, expectedVersion: version, role: 'owner' });
        if (place > 0) continue;
        firstLocks[mine]?.resolve();
        await Promise.all(firstLocks.map(({ promise }) => promise));
      }
    });
  await Promise.all([promote([one, two], 0), promote([two, one], 1)]);
  assert.ok(runs > 2, 'at least one of them was ended by the database, and ran again');
});

test('an integer that JavaScript cannot hold is an error, not another number', async () => {
  const read = (value: string) =>
    storage.withTenant(
      newUuid(),
      async (tx) => (await sql<{ n: number }>`SELECT ${value}::int8 AS n`.execute(tx)).rows[0]?.n,
    );
  assert.equal(await read('9007199254740991'), 9007199254740991);
  assert.equal(await read('-9007199254740991'), -9007199254740991);
  await assert.rejects(read('9007199254740993'), RangeError);
});

test('the database answers, and tells of its connections', async () => {
  await storage.ping();
  const { size, idle, waiting } = storage.poolFigures();
  assert.ok(size >= 1 && idle >= 0 && idle <= size);
  assert.equal(waiting, 0);
});
