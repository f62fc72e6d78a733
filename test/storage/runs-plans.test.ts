import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedRuns } from '../../bench/runs/seed-runs.ts';
import { endResults } from '../../src/storage/queries/results.ts';
import { listRuns, runSorts } from '../../src/storage/queries/runs-list.ts';
import { openTestStorage } from '../support/databases.ts';
import { keptPlan, statementsOf } from '../support/kept-plans.ts';
import { newTenant, newUuid } from '../support/tenants.ts';

const { storage, admin } = await openTestStorage();
const { orgUuid } = await newTenant(storage);
const others = [await newTenant(storage), await newTenant(storage)];
await seedRuns(admin, [{ orgUuid, count: 2_000 }, ...others.map((other) => ({ ...other, count: 20 }))]);
for (const table of ['runs', 'run_texts']) {
  // As if there were 500 times as many rows: what is planned is then what a million Runs are read by. `bench/runs` holds
  // the plans to a million that are there.
  await admin(`UPDATE pg_class SET reltuples = reltuples * 500 WHERE oid = 'plumbline.${table}'::regclass`);
}

const filters = [null, newUuid()].flatMap((validationTestUuid) =>
  ([null, 'error'] as const).flatMap((status) =>
    ([null, 'retry'] as const).map((scope) => ({ validationTestUuid, status, scope })),
  ),
);
const positions = { name: 'x', status: 'pass', tests: 7, results: 7, startedAt: new Date() };

for (const sortBy of runSorts) {
  test(`no list by ${sortBy} reads Runs that it does not show, whatever its filters, direction or search`, async () => {
    for (const filter of filters) {
      const { validationTestUuid, status, scope } = filter;
      const isFiltered = validationTestUuid !== null || status !== null || scope !== null;
      const order = sortBy === 'startedAt' ? 'start' : sortBy;
      const index = `runs_${validationTestUuid !== null ? 'of_test_' : isFiltered ? 'filtered_' : ''}by_${order}`;
      for (const direction of ['asc', 'desc'] as const) {
        for (const after of [null, { value: positions[sortBy], runUuid: newUuid() }]) {
          const request = { ...filter, sortBy, direction, after, limit: 51 };
          const [page] = await statementsOf((tx) => listRuns(tx, { ...request, search: null }));
          assert.ok(page);
          const plan = await keptPlan(storage, orgUuid, page);
          assertIndexed(plan, index);
          // Straight under its limit, so in the order of its index: no more of a range is read than is shown.
          const lines = plan.split('\n');
          const unlimited = lines.filter(
            (line, i) => line.includes('Scan') && !lines[i - 1]?.includes('Limit'),
          );
          assert.deepEqual(unlimited, [], plan);
        }
        const searching = { ...filter, sortBy, direction, after: null, limit: 51, search: 'x' } as const;
        const [nearby, lookedUp, through] = await statementsOf((tx) => listRuns(tx, searching), {
          found: 1e6,
        });
        assert.ok(nearby && lookedUp && through);
        assertIndexed(await keptPlan(storage, orgUuid, nearby), index);
        const byId = await keptPlan(storage, orgUuid, lookedUp);
        assert.match(byId, /Index Cond: .*run_uuid = found/, byId);
        assert.ok(!byId.includes('Seq Scan'), byId);
        assertIndexed(await keptPlan(storage, orgUuid, through), index);
      }
    }
  });
}

test('the results of a part are written by their part, before the database knows anything about them', async () => {
  const run = `SELECT run_uuid FROM plumbline.runs WHERE org_uuid = $1 LIMIT 1`;
  await admin(
    `INSERT INTO plumbline.operations (org_uuid, operation_uuid, kind, created_at) VALUES ($1, $1, 'run.compare', now())`,
    [orgUuid],
  );
  await admin(
    `INSERT INTO plumbline.run_parts (org_uuid, work_uuid, run_uuid, operation_uuid, dataset_pair_uuid, test_count)
     SELECT $1, md5(i::text)::uuid, (${run}), $1, $1, 250 FROM generate_series(0, 7) AS i`,
    [orgUuid],
  );
  await admin(
    `INSERT INTO plumbline.results (org_uuid, result_uuid, run_uuid, work_uuid, ordinal, validation_test_uuid,
       dataset_pair_uuid, name, pair_name, function_code, definition)
     SELECT $1, gen_random_uuid(), (${run}), md5((i / 250)::text)::uuid, i, gen_random_uuid(), $1, 'x', 'x', 'COUNT', '{}'
     FROM generate_series(0, 1999) AS i`,
    [orgUuid],
  );
  const input = { workUuid: newUuid(), outcomes: [], startedAt: null, at: new Date() };
  const [statement] = await statementsOf((tx) => endResults(tx, input));
  assert.ok(statement);
  assertIndexed(await keptPlan(storage, orgUuid, statement), 'results_by_part');
});

test('a text is looked up by its grams, of this tenant only', async () => {
  const [row] = await admin(
    `SELECT pg_get_functiondef('plumbline.search_runs'::regproc) ~ 't.org_uuid IS NOT DISTINCT FROM v_org_uuid' AS "isBound"`,
  );
  assert.equal(row?.isBound, true);
  const plan = await admin(
    `EXPLAIN SELECT run_uuid FROM plumbline.run_texts AS t
     WHERE plumbline.grams(t.org_uuid, t.texts) @> ARRAY[1, 2]::bigint[] AND t.org_uuid IS NOT DISTINCT FROM '${orgUuid}'`,
  );
  assertIndexed(plan.map((line) => Object.values(line).join()).join('\n'), 'run_texts_grams');
});

function assertIndexed(plan: string, index: string): void {
  assert.ok(!plan.includes('Seq Scan'), plan);
  assert.match(plan, new RegExp(`(using|on) ${index}\\b`), plan);
}
