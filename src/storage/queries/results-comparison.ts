import { sql } from 'kysely';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import { type ChangeKind, changeKinds } from '../../domain/runs/compare-runs.ts';
import type { ResultStatus } from '../../domain/runs/run.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A test of either Run that ended otherwise than in the other, or failed in both. */
export interface ResultChange {
  readonly change: ChangeKind;
  readonly validationTestUuid: string;
  readonly name: string;
  readonly functionCode: FunctionCode;
  readonly datasetPairUuid: string;
  readonly pairName: string;
  readonly before: ResultStatus | null;
  readonly after: ResultStatus | null;
  readonly resultUuid: string | null;
  readonly previousResultUuid: string | null;
}

export interface ComparedRuns {
  readonly runUuid: string;
  readonly previousRunUuid: string;
}

/** The same rules as `changeOf` has; a test holds one to the other. */
const change = sql<ChangeKind | null>`CASE
  WHEN b.result_uuid IS NULL THEN 'new'
  WHEN a.result_uuid IS NULL THEN 'gone'
  WHEN a.status <> 'pass' THEN CASE WHEN b.status = 'pass' THEN 'broke' ELSE 'stillFailing' END
  WHEN b.status <> 'pass' THEN 'repaired'
END`;

/** What changed, the most alarming first; `after` is the place where the page before ended. */
export async function listChanges(
  tx: TenantTx,
  input: ComparedRuns & {
    readonly limit: number;
    readonly after: { readonly rank: number; readonly validationTestUuid: string } | null;
    readonly change?: ChangeKind;
  },
): Promise<(ResultChange & { readonly rank: number })[]> {
  const { after } = input;
  const { rows } = await sql<ResultChange & { rank: number }>`
    SELECT * FROM (
      SELECT change, array_position(${[...changeKinds]}::text[], change) AS rank,
             "validationTestUuid", name, "functionCode", "datasetPairUuid", "pairName", before, after, "resultUuid",
             "previousResultUuid"
      FROM (${changes(input)}) AS every
      WHERE change IS NOT NULL AND (${input.change ?? null}::text IS NULL OR change = ${input.change ?? null})
    ) AS list
    WHERE ${after === null ? sql`true` : sql`(rank, "validationTestUuid") > (${after.rank}, ${after.validationTestUuid}::uuid)`}
    ORDER BY rank, "validationTestUuid" LIMIT ${input.limit}`.execute(tx);
  return rows;
}

export async function countChanges(
  tx: TenantTx,
  input: ComparedRuns,
): Promise<Readonly<Record<ChangeKind, number>>> {
  const { rows } = await sql<{ change: ChangeKind; count: number }>`
    SELECT change, count(*) AS count FROM (${changes(input)}) AS every WHERE change IS NOT NULL GROUP BY change`.execute(
    tx,
  );
  const counted = new Map(rows.map((row) => [row.change, Number(row.count)]));
  const count = (kind: ChangeKind) => counted.get(kind) ?? 0;
  return {
    broke: count('broke'),
    stillFailing: count('stillFailing'),
    repaired: count('repaired'),
    new: count('new'),
    gone: count('gone'),
  };
}

function changes({ runUuid, previousRunUuid }: ComparedRuns) {
  const ofRun = (uuid: string) => sql`(SELECT * FROM plumbline.results WHERE run_uuid = ${uuid})`;
  return sql`
    SELECT ${change} AS change, coalesce(a.validation_test_uuid, b.validation_test_uuid) AS "validationTestUuid",
           coalesce(a.name, b.name) AS name, coalesce(a.function_code, b.function_code) AS "functionCode",
           coalesce(a.dataset_pair_uuid, b.dataset_pair_uuid) AS "datasetPairUuid",
           coalesce(a.pair_name, b.pair_name) AS "pairName", b.status AS before, a.status AS after,
           a.result_uuid AS "resultUuid", b.result_uuid AS "previousResultUuid"
    FROM ${ofRun(runUuid)} AS a FULL JOIN ${ofRun(previousRunUuid)} AS b USING (validation_test_uuid)`;
}
