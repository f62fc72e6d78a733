import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from '../../src/storage/migrations/migrations.ts';
import { openTestStorage } from '../support/databases.ts';
import { newTenant, newUuid } from '../support/tenants.ts';

const { storage, adminTransaction } = await openTestStorage();

/** Takes everything back. */
const undo = new Error('undo');

test('Runs and pairs of before get what the newer version shows of them', async () => {
  const { orgUuid } = await newTenant(storage);
  const [runUuid, workUuid, sourceUuid, datasetUuid] = [newUuid(), newUuid(), newUuid(), newUuid()];
  const migration = migrations.find(({ name }) => name === '0014-run-rows-and-pair-names');
  assert.ok(migration);
  const before = adminTransaction(async (run) => {
    await run('ALTER TABLE plumbline.runs DROP matched_rows, DROP mismatched_rows, DROP missing_rows');
    await run('ALTER TABLE plumbline.dataset_pairs DROP name_key');
    await run(
      `INSERT INTO plumbline.operations (org_uuid, operation_uuid, kind, created_at) VALUES ($1, $2, 'x', now())`,
      [orgUuid, workUuid],
    );
    await run(
      `INSERT INTO plumbline.sources (org_uuid, source_uuid, name, kind, settings, created_at)
       VALUES ($1, $2, 'x', 'files', '{}', now())`,
      [orgUuid, sourceUuid],
    );
    await run(
      `INSERT INTO plumbline.datasets
         (org_uuid, dataset_uuid, name, name_key, source_uuid, locator, preparation_uuid, created_at)
       VALUES ($1, $2, 'x', 'x', $3, '{}', $4, now())`,
      [orgUuid, datasetUuid, sourceUuid, workUuid],
    );
    await run(
      `INSERT INTO plumbline.dataset_pairs
         (org_uuid, dataset_pair_uuid, name, source_dataset_uuid, target_dataset_uuid, created_at)
       VALUES ($1, $2, 'Orders → LAKE', $2, $2, now())`,
      [orgUuid, datasetUuid],
    );
    await run(
      `INSERT INTO plumbline.runs (org_uuid, run_uuid, name, name_key, scope, scope_key, scope_label, scope_label_key,
         test_count, submitted_by, submitted_at)
       VALUES ($1, $2, 'x', 'x', 'all', 'all', 'x', 'x', 3, '{}', now())`,
      [orgUuid, runUuid],
    );
    await run(
      `INSERT INTO plumbline.run_parts (org_uuid, work_uuid, run_uuid, operation_uuid, dataset_pair_uuid, test_count)
       VALUES ($1, $2, $3, $2, $2, 3)`,
      [orgUuid, workUuid, runUuid],
    );
    const reports = [
      { matchedRows: 90, mismatchedRows: 4, missingInSource: 1, missingInTarget: 2 },
      { matchedRows: 10, mismatchedRows: 0, missingInSource: null, missingInTarget: 3 },
      { matchedRows: null, mismatchedRows: null, missingInSource: 7, missingInTarget: 7 },
    ];
    for (const [ordinal, report] of reports.entries()) {
      await run(
        `INSERT INTO plumbline.results (org_uuid, result_uuid, run_uuid, work_uuid, ordinal, validation_test_uuid,
           dataset_pair_uuid, name, pair_name, function_code, definition, status, report, finished_at)
         VALUES ($1, $2, $3, $4, $5, $2, $4, 'x', 'x', 'VALUE', '{}', 'fail', $6::jsonb, now())`,
        [orgUuid, newUuid(), runUuid, workUuid, ordinal, JSON.stringify(report)],
      );
    }
    await run('SET LOCAL ROLE plumbline_owner');
    await run(migration.sql);
    await run('RESET ROLE');
    const [rows] = await run(
      'SELECT matched_rows, mismatched_rows, missing_rows FROM plumbline.runs WHERE run_uuid = $1',
      [runUuid],
    );
    assert.deepEqual(rows, { matched_rows: '100', mismatched_rows: '4', missing_rows: '6' });
    const [pair] = await run('SELECT name_key FROM plumbline.dataset_pairs WHERE dataset_pair_uuid = $1', [
      datasetUuid,
    ]);
    assert.deepEqual(pair, { name_key: 'orders → lake' });
    throw undo;
  });
  await assert.rejects(before, undo);
});
