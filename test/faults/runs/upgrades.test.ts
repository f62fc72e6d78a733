import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { migrateDatabase, migrateWithin } from '../../../src/storage/migrations/migrate.ts';
import { migrations } from '../../../src/storage/migrations/migrations.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { newSource } from '../../support/catalog.ts';
import { onlyPostgresql, openTestStorage, testedKind } from '../../support/databases.ts';
import { playExecutor } from '../../support/executor.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { acceptedRun, compared, newTestedPair, submit } from '../../support/runs.ts';
import { activateContoso, startTestService, type TestService } from '../../support/service.ts';

/** What everybody sees of an Organization: it must read the same after an upgrade as before. */
const lists = [
  'organization',
  'organization-members',
  'organization-invitations',
  'discovery-sources',
  'datasets',
  'dataset-pairs',
  'validation-tests',
  'runs',
  'operations',
  'events',
] as const;

/** How many releases of the schema an upgrade may leave out, at least. */
const olderBy = [1, 2] as const;

describe('a database that an earlier release wrote', { skip: onlyPostgresql }, async () => {
  if (testedKind !== 'postgresql') return;
  const { storage, adminUrl = '', serviceUrl = '' } = await openTestStorage();
  const before = await startTestService({ after }, { storage: () => storage });
  const { owner, contributor } = await activateContoso(before);
  const { sourceUuid } = await newSource(before, owner);
  const pair = await newTestedPair(before, { token: contributor, sourceUuid, tests: 3 });
  const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
  const finished = acceptedRun(await submit(before, contributor, scope)).runUuid;
  const executor = playExecutor(before);
  const lease = await executor.take();
  await executor.complete(lease, compared(lease, [{ status: 'fail', mismatchedRows: 2 }]));
  // This one waits for an executor while the upgrade happens.
  const waiting = acceptedRun(await submit(before, contributor, scope)).runUuid;
  const seen = await everythingOf(before, owner, finished);

  for (const releases of olderBy) {
    test(`${releases} before this one: everything reads as it did, and what waited goes on`, async (t) => {
      const old = await createTestDatabase();
      t.after(() => old.drop());
      await inDatabase(old.url, async (client) => {
        const known = migrations.slice(0, -releases);
        await client.query('BEGIN');
        await migrateWithin(async (sql, parameters) => (await client.query(sql, parameters)).rows, known);
        await client.query('COMMIT');
        await inDatabase(adminUrl, (from) => copyRows(from, client));
      });
      const { applied } = await migrateDatabase(old.url);
      assert.equal(applied.length, releases);

      const login = new URL(old.url);
      [login.username, login.password] = [new URL(serviceUrl).username, new URL(serviceUrl).password];
      const upgraded = await openStorage({ databaseUrl: login.href });
      t.after(() => upgraded.close());
      // The same issuer: a token of before is good afterwards.
      const service = await startTestService(t, { storage: () => upgraded });
      const owner = service.issuer.delegated('olivia@contoso.example');
      assert.deepEqual(await everythingOf(service, owner, finished), seen);

      const next = playExecutor(service);
      const lease = await next.take();
      assert.equal((await next.complete(lease, compared(lease))).statusCode, 200);
      const run = await service.send({ url: `/api/v1/runs/${waiting}`, token: owner });
      assert.equal(run.json().overallStatus, 'pass');
    });
  }
});

async function everythingOf(service: TestService, token: string, runUuid: string) {
  const answers: Record<string, unknown> = {};
  for (const path of [...lists, `runs/${runUuid}`, `runs/${runUuid}/results`]) {
    const answer = await service.send({ url: `/api/v1/${path}`, token });
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    answers[path] = answer.json();
  }
  return answers;
}

async function inDatabase<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** All rows, as far as the older schema has tables and columns for them. */
async function copyRows(from: pg.Client, to: pg.Client): Promise<void> {
  const known = await columnsOf(from);
  // Without triggers and foreign keys, which the rows have satisfied where they come from.
  await to.query('SET session_replication_role = replica');
  for (const [table, columns] of await columnsOf(to)) {
    if (table === 'schema_migrations') continue;
    const shared = columns.filter((column) => known.get(table)?.includes(column));
    if (shared.length === 0) continue;
    const names = shared.map((name) => pg.escapeIdentifier(name)).join(', ');
    const relation = `plumbline.${pg.escapeIdentifier(table)}`;
    const { rows } = await from.query(`SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${relation} t`);
    await to.query(
      `INSERT INTO ${relation} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${relation}, $1)`,
      [rows[0]?.all],
    );
  }
}

async function columnsOf(client: pg.Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ table_name: string; names: string[] }>(`
    SELECT c.table_name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS names
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'plumbline' AND c.is_generated = 'NEVER' AND t.table_type = 'BASE TABLE'
    GROUP BY c.table_name`);
  return new Map(rows.map(({ table_name: table, names }) => [table, names]));
}
