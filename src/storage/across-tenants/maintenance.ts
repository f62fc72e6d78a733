import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';

export interface PurgeInput {
  /** Idempotency keys claimed before this are deleted. */
  readonly keysBefore: Date;
  /** Work that was done before this is deleted; dead work is kept for a person to see. */
  readonly doneWorkBefore: Date;
  /** The most rows of each kind that one call deletes: call again while a figure reaches it. */
  readonly limit: number;
}

export interface PurgeResult {
  readonly keys: number;
  readonly doneWork: number;
  /** Rate buckets that are full again, and so say nothing any more. */
  readonly fullBuckets: number;
}

export async function purge(database: Database, input: PurgeInput): Promise<PurgeResult> {
  const [result] = await database.run<PurgeResult>(
    CompiledQuery.raw(
      `SELECT keys, done_work AS "doneWork", full_buckets AS "fullBuckets" FROM plumbline.purge($1, $2, $3)`,
      [input.keysBefore, input.doneWorkBefore, input.limit],
    ),
  );
  return result ?? { keys: 0, doneWork: 0, fullBuckets: 0 };
}

export async function purgeEvents(
  database: Database,
  input: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const [result] = await database.run<{ count: number }>(
    CompiledQuery.raw('SELECT plumbline.purge_events($1, $2) AS "count"', [input.before, input.limit]),
  );
  return result?.count ?? 0;
}
