import { sql } from 'kysely';
import type { TenantTx } from '../tenant-tx.ts';

export type WorkState = 'queued' | 'leased' | 'done' | 'dead';

export interface NewWork {
  readonly workUuid: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: unknown;
  readonly operationUuid: string | null;
  readonly runAfter: Date;
  readonly maxAttempts: number;
  /** What the executor that does it must be able to reach; absent for work that the service does itself. */
  readonly connector?: string;
}

/** What a holder shows with every write: the fencing number of its own claim. */
export interface HeldWork {
  readonly workUuid: string;
  readonly fencingNumber: number;
}

export interface WorkRecord {
  readonly workUuid: string;
  readonly kind: string;
  readonly state: WorkState;
  readonly payload: unknown;
  readonly operationUuid: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly fencingNumber: number;
  readonly lastError: unknown;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const columns = [
  'work_uuid as workUuid',
  'kind',
  'state',
  'payload',
  'operation_uuid as operationUuid',
  'attempts',
  'max_attempts as maxAttempts',
  'fencing_number as fencingNumber',
  'last_error as lastError',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const;

// A lease is timed by the database's clock, as the claim is, and by the time of the statement: the transaction may have
// begun a while before.
const now = sql<Date>`clock_timestamp()`;

/** In the same transaction as the state that it belongs to. */
export async function enqueueWork(tx: TenantTx, ...inputs: readonly NewWork[]): Promise<void> {
  await tx
    .insertInto('plumbline.work')
    .values(
      inputs.map((input) => ({
        work_uuid: input.workUuid,
        kind: input.kind,
        payload: JSON.stringify(input.payload),
        operation_uuid: input.operationUuid,
        due_at: input.runAfter,
        max_attempts: input.maxAttempts,
        connector: input.connector ?? null,
      })),
    )
    .execute();
  tx.announceWork();
}

/** The work while this holder has it, whether or not the lease has run out: only another's claim takes it away. */
function held(tx: TenantTx, { workUuid, fencingNumber }: HeldWork) {
  return tx
    .updateTable('plumbline.work')
    .where('work_uuid', '=', workUuid)
    .where('fencing_number', '=', fencingNumber)
    .where('state', '=', 'leased');
}

/** False when the lease was lost: somebody else holds the work, or it is over. */
export async function renewLease(tx: TenantTx, input: HeldWork & { leaseSeconds: number }): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, input)
    .set({ due_at: sql`${now} + make_interval(secs => ${input.leaseSeconds})` })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when the lease was lost; the caller must then roll back whatever else it wrote. */
export async function completeWork(tx: TenantTx, input: HeldWork): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, input)
    .set({ state: 'done', finished_at: now, holder: null })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** `dead` when `retryAt` is null or the attempts are used up. */
export async function failWork(
  tx: TenantTx,
  input: HeldWork & { error: unknown; retryAt: Date | null },
): Promise<'requeued' | 'dead' | 'lost'> {
  const isDead = sql<boolean>`(${input.retryAt}::timestamptz IS NULL OR attempts >= max_attempts)`;
  const failed = await held(tx, input)
    .set({
      state: sql`CASE WHEN ${isDead} THEN 'dead' ELSE 'queued' END`,
      due_at: sql`coalesce(${input.retryAt}::timestamptz, due_at)`,
      finished_at: sql`CASE WHEN ${isDead} THEN ${now} END`,
      last_error: JSON.stringify(input.error),
      holder: null,
    })
    .returning('state')
    .executeTakeFirst();
  if (failed === undefined) return 'lost';
  return failed.state === 'dead' ? 'dead' : 'requeued';
}

/** Gives a lease back unused, for another to claim at once: the attempt does not count. False when it was lost. */
export async function releaseWork(tx: TenantTx, input: HeldWork): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, input)
    .set({ state: 'queued', due_at: now, attempts: sql`attempts - 1`, holder: null })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) tx.announceWork();
  return numUpdatedRows === 1n;
}

/** A lease as it stands, locked until the transaction ends: what a holder does with it is done one after the other. */
export interface LeaseRecord {
  readonly workUuid: string;
  readonly kind: string;
  readonly state: WorkState;
  readonly payload: unknown;
  readonly operationUuid: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly fencingNumber: number;
  readonly holder: string | null;
  readonly outcomeHash: string | null;
  readonly reportSequence: number;
}

/** The work under this fencing number, leased or ended; undefined once another has claimed it. */
export async function lockLease(tx: TenantTx, input: HeldWork): Promise<LeaseRecord | undefined> {
  return await tx
    .selectFrom('plumbline.work')
    .select([
      'work_uuid as workUuid',
      'kind',
      'state',
      'payload',
      'operation_uuid as operationUuid',
      'attempts',
      'max_attempts as maxAttempts',
      'fencing_number as fencingNumber',
      'holder',
      'outcome_hash as outcomeHash',
      'report_sequence as reportSequence',
    ])
    .where('work_uuid', '=', input.workUuid)
    .where('fencing_number', '=', input.fencingNumber)
    .where('executor', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** What a piece of work is about; undefined when there is no such work. */
export async function getWorkPayload(tx: TenantTx, workUuid: string): Promise<unknown> {
  const work = await tx
    .selectFrom('plumbline.work')
    .select('payload')
    .where('work_uuid', '=', workUuid)
    .executeTakeFirst();
  return work?.payload;
}

/** Remembers how the holder said that it ended, so that the same said again changes nothing. False once it is lost. */
export async function rememberOutcome(
  tx: TenantTx,
  input: HeldWork & { readonly outcomeHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, input)
    .set({ outcome_hash: input.outcomeHash })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Remembers which report came last. False once the lease is lost. */
export async function rememberReport(
  tx: TenantTx,
  input: HeldWork & { readonly sequence: number },
): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, input)
    .set({ report_sequence: input.sequence })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Newest first; `after` is the last id of the page before. */
export async function listDeadWork(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<WorkRecord[]> {
  // Written out, not a parameter: a prepared plan only uses a partial index whose condition it can see.
  let query = tx.selectFrom('plumbline.work').select(columns).where('state', '=', sql.lit<WorkState>('dead'));
  if (page.after !== null) query = query.where('work_uuid', '<', page.after);
  return await query.orderBy('work_uuid', 'desc').limit(page.limit).execute();
}

/** Dead work is queued again with all its attempts; false when it is not dead. */
export async function reviveWork(
  tx: TenantTx,
  input: { workUuid: string; runAfter: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.work')
    .set({ state: 'queued', due_at: input.runAfter, attempts: 0, finished_at: null })
    .where('work_uuid', '=', input.workUuid)
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) tx.announceWork();
  return numUpdatedRows === 1n;
}
