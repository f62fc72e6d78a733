import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';

/** A call of an executor, which shows that it is there. */
export interface ExecutorCall {
  /** The registered identity: `directoryId/objectId`. */
  readonly identity: string;
  readonly executorUuid: string;
  /** The one Organization that it serves; null for all. */
  readonly serves: string | null;
  readonly software: string;
  readonly protocolVersion: number;
  readonly connectors: readonly string[];
  readonly at: Date;
}

export interface ExecutorNeed {
  readonly orgUuid: string;
  readonly connector: string;
  readonly since: Date;
}

/** An executor that has called, as those are shown whose work it does. */
export interface ExecutorRecord {
  readonly executorUuid: string;
  readonly software: string;
  readonly connectors: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** Nobody asks after an executor that has been away for a day; those that restart often would pile up. */
const forgottenAfterMs = 24 * 60 * 60 * 1000;

export async function recordExecutor(database: Database, call: ExecutorCall): Promise<void> {
  const forgottenBefore = new Date(call.at.getTime() - forgottenAfterMs);
  await database.run(
    CompiledQuery.raw(
      `WITH forgotten AS (DELETE FROM plumbline.executors WHERE last_seen_at < $8)
       INSERT INTO plumbline.executors AS known
         (identity, executor_uuid, serves, software, protocol_version, connectors, first_seen_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
       ON CONFLICT (identity, executor_uuid) DO UPDATE
       SET serves = excluded.serves, software = excluded.software, protocol_version = excluded.protocol_version,
           connectors = excluded.connectors, last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)`,
      [
        call.identity,
        call.executorUuid,
        call.serves,
        call.software,
        call.protocolVersion,
        [...call.connectors],
        call.at,
        forgottenBefore,
      ],
    ),
  );
}

export async function touchExecutor(
  database: Database,
  { identity, executorUuid, at }: Pick<ExecutorCall, 'identity' | 'executorUuid' | 'at'>,
): Promise<void> {
  await database.run(
    CompiledQuery.raw(
      `UPDATE plumbline.executors SET last_seen_at = greatest(last_seen_at, $3)
       WHERE identity = $1 AND executor_uuid = $2`,
      [identity, executorUuid, at],
    ),
  );
}

export async function hasExecutor(database: Database, need: ExecutorNeed): Promise<boolean> {
  const [answer] = await database.read<{ isThere: boolean }>(
    CompiledQuery.raw('SELECT plumbline.has_executor($1, $2, $3) AS "isThere"', [
      need.orgUuid,
      need.connector,
      need.since,
    ]),
  );
  return answer?.isThere ?? false;
}

/** Those that have called since then and serve exactly this tenant, or exactly all where it is null; by their ids. */
export async function listExecutors(
  database: Database,
  page: {
    readonly serves: string | null;
    readonly since: Date;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<ExecutorRecord[]> {
  return await database.read<ExecutorRecord>(
    CompiledQuery.raw(
      `SELECT executor_uuid AS "executorUuid", software, connectors, first_seen_at AS "firstSeenAt",
              last_seen_at AS "lastSeenAt"
       FROM plumbline.executors
       WHERE serves IS NOT DISTINCT FROM $1 AND last_seen_at >= $2 AND ($3::uuid IS NULL OR executor_uuid > $3)
       ORDER BY executor_uuid LIMIT $4`,
      [page.serves, page.since, page.after, page.limit],
    ),
  );
}

export async function hasExecutorCalled(
  database: Database,
  { identity, since }: { readonly identity: string; readonly since: Date },
): Promise<boolean> {
  const [answer] = await database.read<{ hasCalled: boolean }>(
    CompiledQuery.raw(
      `SELECT EXISTS (
         SELECT FROM plumbline.executors WHERE identity = $1 AND last_seen_at >= $2
       ) AS "hasCalled"`,
      [identity, since],
    ),
  );
  return answer?.hasCalled ?? false;
}

/** When any executor last called; null where none has within a day. */
export async function lastExecutorCall(database: Database): Promise<Date | null> {
  const [answer] = await database.read<{ at: Date | null }>(
    CompiledQuery.raw('SELECT max(last_seen_at) AS "at" FROM plumbline.executors', []),
  );
  return answer?.at ?? null;
}
