import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as tests from '../../src/storage/queries/validation-tests.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { openTestStorage } from '../support/databases.ts';
import { keptPlan, statementsOf } from '../support/kept-plans.ts';
import { newUuid } from '../support/tenants.ts';
import { seedTenant } from '../tenancy/seeded-tenant.ts';

const { storage, admin } = await openTestStorage();
const tenants = [await seedTenant(storage), await seedTenant(storage)];
for (const { orgUuid, emptyPairUuid } of tenants) {
  await admin(
    `INSERT INTO plumbline.validation_tests
       (org_uuid, validation_test_uuid, dataset_pair_uuid, batch_uuid, name, name_key, function_code, definition,
        status, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), i::text, i::text, 'COUNT', '{}',
            CASE WHEN i % 100 = 0 THEN 'active' ELSE 'inactive' END, now(), now()
     FROM generate_series(1, 1000) AS i`,
    [orgUuid, emptyPairUuid],
  );
}
await admin('ANALYZE plumbline.validation_tests');
const [tenant] = tenants;
assert.ok(tenant);
const { orgUuid, datasetPairUuid, batchUuid, validationTestUuid } = tenant;
const page = { limit: 50, after: newUuid() };

const expected: Record<string, readonly [(tx: TenantTx) => Promise<unknown>, string]> = {
  get: [(tx) => tests.getValidationTest(tx, validationTestUuid), 'validation_tests_pkey'],
  list: [(tx) => tests.listValidationTests(tx, page), 'validation_tests_pkey'],
  'list of a pair': [
    (tx) => tests.listValidationTests(tx, { ...page, datasetPairUuid }),
    'validation_tests_by_pair',
  ],
  'tests of a pair': [
    (tx) => tests.testsOfPair(tx, { datasetPairUuid, names: 5 }),
    'validation_tests_by_pair',
  ],
  'tests of a batch': [(tx) => tests.listTestsOfBatch(tx, batchUuid), 'validation_tests_by_batch'],
};

for (const [name, [query, index]] of Object.entries(expected)) {
  test(`${name}: keeps to ${index}, however many tests there are`, async () => {
    const statements = await statementsOf(query, { count: 1 });
    assert.ok(statements.length > 0);
    for (const statement of statements) {
      const plan = await keptPlan(storage, orgUuid, statement);
      assert.match(plan, new RegExp(`using ${index}\\b|on ${index}\\b`), plan);
      assert.ok(!plan.includes('Seq Scan'), plan);
    }
  });
}

test('names are searched literally, whatever their case', async () => {
  const searched = async (search: string) => {
    const found = await storage.withTenant(orgUuid, (tx) =>
      tests.listValidationTests(tx, { limit: 50, after: null, search }),
    );
    return found.map(({ name }) => name);
  };
  assert.deepEqual(await searched('count OF'), ['COUNT of rows']);
  assert.deepEqual(await searched('_'), []);
  assert.deepEqual(await searched('%'), []);
});

test('a change of a version that is gone changes nothing', async () => {
  await storage.withTenant(orgUuid, async (tx) => {
    const found = await tests.getValidationTest(tx, validationTestUuid);
    assert.ok(found);
    const change = { ...found, name: 'Other', updatedAt: new Date(), expectedVersion: found.version + 1 };
    assert.equal(await tests.updateValidationTest(tx, change), false);
    assert.equal(await tests.updateValidationTest(tx, { ...change, expectedVersion: found.version }), true);
    const changed = await tests.getValidationTest(tx, validationTestUuid);
    assert.deepEqual([changed?.name, changed?.version], ['Other', found.version + 1]);
    const stale = { validationTestUuid, expectedVersion: found.version };
    assert.equal(await tests.deleteValidationTest(tx, stale), false);
  });
});
