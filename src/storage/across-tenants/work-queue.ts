import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { WorkState } from '../queries/work.ts';

export interface ClaimWorkInput {
  readonly kinds: readonly string[];
  /** What the holder can reach; work that needs no connector is for everybody. */
  readonly connectors?: readonly string[];
  /** Only work of this tenant. */
  readonly orgUuid?: string;
  /** Names the replica for people who look at the queue. */
  readonly holder: string;
  /** The identity of an executor, which alone can find the lease again (`findLease`). */
  readonly executor?: string;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** Only for tests; otherwise the database's clock, so that replicas with different clocks agree on a lease's end. */
  readonly now?: Date;
}

export interface ClaimedWork {
  readonly orgUuid: string;
  readonly workUuid: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly operationUuid: string | null;
  /** Grows with every claim; each write of an outcome must present it. */
  readonly fencingNumber: number;
  /** Beyond `maxAttempts` when the last holder vanished during the last attempt: such work is to be failed, not run. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly leaseExpiresAt: Date;
}

export interface WorkFigure {
  readonly kind: string;
  readonly state: Exclude<WorkState, 'done'>;
  readonly count: number;
  /** Since the oldest of them was enqueued. */
  readonly oldestAgeSeconds: number;
}

export async function claimWork(database: Database, input: ClaimWorkInput): Promise<ClaimedWork[]> {
  return await database.run<ClaimedWork>(
    CompiledQuery.raw(
      `SELECT org_uuid AS "orgUuid", work_uuid AS "workUuid", kind, payload, operation_uuid AS "operationUuid",
              fencing_number AS "fencingNumber", attempt, max_attempts AS "maxAttempts",
              lease_expires_at AS "leaseExpiresAt"
       FROM plumbline.claim_work($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        [...input.kinds],
        [...(input.connectors ?? [])],
        input.orgUuid ?? null,
        input.holder,
        input.executor ?? null,
        input.limit,
        input.leaseSeconds,
        input.now ?? null,
      ],
    ),
  );
}

/** The tenant of a piece of work that this executor has claimed; null when it never had it, or another has it now. */
export async function findLease(
  database: Database,
  input: { readonly workUuid: string; readonly executor: string },
): Promise<string | null> {
  const [lease] = await database.read<{ orgUuid: string }>(
    CompiledQuery.raw('SELECT org_uuid AS "orgUuid" FROM plumbline.find_lease($1, $2)', [
      input.workUuid,
      input.executor,
    ]),
  );
  return lease?.orgUuid ?? null;
}

export async function workFigures(database: Database): Promise<WorkFigure[]> {
  return await database.run<WorkFigure>(
    CompiledQuery.raw(
      `SELECT kind, state, count, oldest_age_seconds AS "oldestAgeSeconds" FROM plumbline.work_figures()`,
    ),
  );
}
