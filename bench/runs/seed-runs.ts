/** What the seeded Runs are like, for the queries that look for them. */
export const seeded = {
  /** In the name of one Run in 100,000. */
  rareText: 'zebra crossing',
  /** The test of one Run in a thousand. */
  validationTestUuid: '00000000-0000-7000-8000-000000000007',
} as const;

const day = 24 * 60 * 60;

/** Statements of a superuser, whom row-level security does not bind. */
export type RunStatement = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Fills Organizations with so many Runs each, as years of use would leave them, by the server itself. */
export async function seedRuns(
  run: RunStatement,
  organizations: readonly { readonly orgUuid: string; readonly count: number }[],
): Promise<void> {
  await withoutIndexes(run, 'plumbline.runs', async () => {
    for (const { orgUuid, count } of organizations) await insertRuns(run, orgUuid, count);
  });
  await withoutIndexes(run, 'plumbline.run_texts', () => insertTexts(run));
  await run('ANALYZE plumbline.runs');
  await run('ANALYZE plumbline.run_texts');
}

async function insertRuns(run: RunStatement, orgUuid: string, count: number): Promise<void> {
  // Five years, evenly; the last few are still open.
  await run(
    `INSERT INTO plumbline.runs (org_uuid, run_uuid, name, name_key, scope, scope_key, scope_label, scope_label_key,
       status, test_count, pass_count, fail_count, error_count, no_result_count, function_code, validation_test_uuid,
       submitted_by, submitted_at, started_at, finished_at)
     SELECT $1, run_uuid, name, lower(name), scope, scope, label, lower(label), status, tests,
            CASE status WHEN 'pass' THEN tests ELSE 0 END, CASE status WHEN 'fail' THEN tests ELSE 0 END,
            CASE status WHEN 'error' THEN tests ELSE 0 END, CASE status WHEN 'no_results' THEN tests ELSE 0 END,
            CASE scope WHEN 'validation_test' THEN 'OUTER_VALUE' END,
            CASE scope WHEN 'validation_test' THEN
              CASE WHEN i % 1000 = 4 THEN $3::uuid ELSE md5((i % 5000)::text)::uuid END END,
            '{"kind":"application","memberUuid":null,"applicationId":"ci","displayName":null}',
            at, CASE WHEN status <> 'pending' THEN at + interval '1 s' END,
            CASE WHEN status NOT IN ('pending', 'running') THEN at + interval '1 min' END
     FROM (
       SELECT i, gen_random_uuid() AS run_uuid,
              CASE WHEN i % 100000 = 77 THEN 'The zebra crossing ' || i
                   WHEN i % 3 = 0 THEN 'Nightly check of warehouse ' || i % 997
                   ELSE (ARRAY['Orders', 'Customers', 'Payments', 'Shipments', 'Invoices'])[1 + i % 5] || ' → lake, ' || i % 20011
              END AS name,
              (ARRAY['all', 'dataset_pair', 'dataset_pairs', 'retry', 'validation_test'])[1 + i % 5] AS scope,
              'sales.' || (ARRAY['orders', 'customers', 'payments', 'lines'])[1 + i % 4] || ' → lake.t' || i % 311 AS label,
              CASE WHEN i > $2 - 20 THEN (ARRAY['pending', 'running'])[1 + i % 2]
                   WHEN i % 997 = 3 THEN 'no_results' WHEN i % 11 = 3 THEN 'error' WHEN i % 4 = 1 THEN 'fail' ELSE 'pass'
              END AS status,
              1 + (i % 5003) * 7919 % 500 AS tests,
              timestamptz '2021-01-01Z' + i * make_interval(secs => 5 * 365 * ${day}::double precision / $2) AS at
       FROM generate_series(1, $2) AS i
     ) AS run`,
    [orgUuid, count, seeded.validationTestUuid],
  );
}

async function insertTexts(run: RunStatement): Promise<void> {
  await run(
    `INSERT INTO plumbline.run_texts (org_uuid, run_uuid, texts)
     SELECT org_uuid, run_uuid, ARRAY[name_key, scope_label_key, lower(coalesce(function_code, '')), run_uuid::text]
     FROM plumbline.runs`,
  );
}

/** Fills a table and makes its indexes afterwards: entry by entry, they would take ten times as long. */
async function withoutIndexes(run: RunStatement, table: string, fill: () => Promise<void>): Promise<void> {
  const indexes = await run(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of indexes) await run(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of indexes) await run(String(definition));
}
