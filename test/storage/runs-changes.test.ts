import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeKinds, changeOf } from '../../src/domain/runs/compare-runs.ts';
import { type ResultStatus, resultStatuses } from '../../src/domain/runs/run.ts';
import { countChanges, listChanges } from '../../src/storage/queries/results-comparison.ts';
import { insertRun } from '../../src/storage/queries/runs.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid, testStart } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
const { orgUuid } = await newTenant(storage);

/** Every way in which a test can have ended in two Runs; null: it was not in the Run. */
const endings = [null, ...resultStatuses];
const cases = endings
  .flatMap((before) => endings.map((after) => ({ before, after, validationTestUuid: newUuid() })))
  .filter(({ before, after }) => before !== null || after !== null);

async function newRun(ending: (each: (typeof cases)[number]) => ResultStatus | null): Promise<string> {
  const [runUuid, workUuid] = [newUuid(), newUuid()];
  const run = { name: 'x', scope: 'all', scopeKey: 'all', scopeLabel: 'x', testCount: 99 } as const;
  const single = { functionCode: null, validationTestUuid: null, retryOf: null };
  const submittedBy = { kind: 'person', memberUuid: null, applicationId: 'x', displayName: null } as const;
  await storage.withTenant(orgUuid, (tx) =>
    insertRun(tx, { runUuid, ...run, ...single, submittedBy, submittedAt: testStart }),
  );
  await admin(
    `INSERT INTO plumbline.operations (org_uuid, operation_uuid, kind, created_at) VALUES ($1, $2, 'run.compare', now())`,
    [orgUuid, workUuid],
  );
  await admin(
    `INSERT INTO plumbline.run_parts (org_uuid, work_uuid, run_uuid, operation_uuid, dataset_pair_uuid, test_count)
     VALUES ($1, $2, $3, $2, $2, 99)`,
    [orgUuid, workUuid, runUuid],
  );
  for (const [ordinal, each] of cases.entries()) {
    const status = ending(each);
    if (status === null) continue;
    await admin(
      `INSERT INTO plumbline.results (org_uuid, result_uuid, run_uuid, work_uuid, ordinal, validation_test_uuid,
         dataset_pair_uuid, name, pair_name, function_code, definition, status, error, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, $4, 'x', 'x', 'COUNT', '{}', $7::text, CASE WHEN $7 = 'error' THEN '{}'::jsonb END, now())`,
      [orgUuid, newUuid(), runUuid, workUuid, ordinal, each.validationTestUuid, status],
    );
  }
  return runUuid;
}

test('the database tells what changed as the rule does, for every two endings', async () => {
  const previousRunUuid = await newRun(({ before }) => before);
  const runUuid = await newRun(({ after }) => after);
  const runs = { runUuid, previousRunUuid };
  const expected = cases.flatMap(({ before, after, validationTestUuid }) => {
    const change = changeOf(before, after);
    return change === undefined ? [] : [{ validationTestUuid, change, before, after }];
  });
  const [listed, counts] = await storage.withTenant(orgUuid, async (tx) => [
    await listChanges(tx, { ...runs, limit: 100, after: null }),
    await countChanges(tx, runs),
  ]);
  const inOrder = expected.toSorted((a, b) => {
    const rank = changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change);
    return rank === 0 ? (a.validationTestUuid < b.validationTestUuid ? -1 : 1) : rank;
  });
  assert.deepEqual(
    listed.map(({ validationTestUuid, change, before, after }) => ({
      validationTestUuid,
      change,
      before,
      after,
    })),
    inOrder,
  );
  for (const kind of changeKinds) {
    assert.equal(counts[kind], expected.filter(({ change }) => change === kind).length, kind);
  }
});
