import { CompiledQuery } from 'kysely';
import type { BillingProvider } from '../domain/billing.ts';
import {
  type ChangedStates,
  type ChangedStatesInput,
  changedStates,
} from './across-tenants/changed-states.ts';
import { type DueSchedule, dueSchedules } from './across-tenants/due-schedules.ts';
import {
  type ExecutorCall,
  type ExecutorNeed,
  type ExecutorRecord,
  hasExecutor,
  hasExecutorCalled,
  lastExecutorCall,
  listExecutors,
  recordExecutor,
  touchExecutor,
} from './across-tenants/executors.ts';
import { type ExpiredEvidence, expiredEvidence } from './across-tenants/expired-evidence.ts';
import { type CallerRecord, findCaller } from './across-tenants/find-caller.ts';
import { findSubscriber } from './across-tenants/find-subscriber.ts';
import { type PurgeInput, type PurgeResult, purge, purgeEvents } from './across-tenants/maintenance.ts';
import { type TakeTokensInput, type TokensTaken, takeTokens } from './across-tenants/rate-buckets.ts';
import {
  type ClaimedWork,
  type ClaimWorkInput,
  claimWork,
  findLease,
  type WorkFigure,
  workFigures,
} from './across-tenants/work-queue.ts';
import type { Database, Listener, PoolFigures } from './databases/database.ts';
import { openDatabase, type StorageOptions } from './databases/open-database.ts';
import { readInTenant, runInTenant } from './run-in-tenant.ts';
import type { TenantRead, TenantTx } from './tenant-tx.ts';

/**
 * The service's database. Failures of the database itself are `AppError('dependency_unavailable')`, within 5 seconds;
 * storage recovers by itself once the database is back. A tenant that asks for more than its part is `rate_limited`.
 */
export interface Storage {
  readonly kind: 'postgresql' | 'embedded';
  /**
   * Runs `fn` in one transaction that sees and writes only the rows of one Organization: the only way to a
   * transaction. It commits when `fn` resolves and rolls back when it rejects. After a deadlock, a serialisation
   * failure or a connection that was lost before the commit, `fn` runs again: it must have no effect outside the
   * transaction.
   */
  withTenant<T>(orgUuid: string, fn: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * Runs `fn`, which sends exactly one short plain SELECT and sees only the rows of one Organization. It shares a
   * connection with other reads and needs no transaction, so that it costs half as much.
   */
  readTenant<T>(orgUuid: string, fn: (read: TenantRead) => Promise<T>): Promise<T>;
  /** Who a directory and an object id are to us, before any tenant is known; null when the directory is not activated. */
  findCaller(input: { directoryId: string; objectId: string | null }): Promise<CallerRecord | null>;
  /** Leases due work of any tenant to `holder`, fairly across tenants. */
  claimWork(input: ClaimWorkInput): Promise<ClaimedWork[]>;
  /** The tenant of a piece of work that this executor has claimed. */
  findLease(input: { readonly workUuid: string; readonly executor: string }): Promise<string | null>;
  /** Notes that an executor has called. */
  recordExecutor(call: ExecutorCall): Promise<void>;
  /** Notes that an executor that is known already has shown a sign of life. */
  touchExecutor(call: Pick<ExecutorCall, 'identity' | 'executorUuid' | 'at'>): Promise<void>;
  /** Whether an executor that can do it for this tenant has called since then. */
  hasExecutor(need: ExecutorNeed): Promise<boolean>;
  /** Whether any executor of this identity has called since then. */
  hasExecutorCalled(call: { readonly identity: string; readonly since: Date }): Promise<boolean>;
  /** Executors that have called since then and serve this tenant alone, or all where it is null. */
  listExecutors(page: {
    readonly serves: string | null;
    readonly since: Date;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<ExecutorRecord[]>;
  /** When any executor last called; null where none has within a day. */
  lastExecutorCall(): Promise<Date | null>;
  /** The tenant that a subscription with a billing provider belongs to; null when nobody has claimed it. */
  findSubscriber(input: {
    readonly provider: BillingProvider;
    readonly subscriptionId: string;
  }): Promise<string | null>;
  /** Calls back soon after work was enqueued by any replica, and after every gap in which a call may have been missed. */
  listenForWork(onWork: () => void): Promise<Listener>;
  /** Calls back soon after another replica has written an event, with its Organization; undefined after a gap. */
  listenForEvents(onEvents: (orgUuid: string | undefined) => void): Promise<Listener>;
  takeTokens(input: TakeTokensInput): Promise<TokensTaken>;
  workFigures(): Promise<WorkFigure[]>;
  /** Runs of any tenant whose evidence has outlived its retention. */
  expiredEvidence(input: { readonly before: Date; readonly limit: number }): Promise<ExpiredEvidence[]>;
  /** Schedules of any tenant that have a tick to be decided about. */
  dueSchedules(input: { readonly now: Date; readonly limit: number }): Promise<DueSchedule[]>;
  /** Organizations for which something else holds than the last look saw. */
  changedStates(input: ChangedStatesInput): Promise<ChangedStates[]>;
  /** Deletes events that were written before then, `limit` at most; says how many. */
  purgeEvents(input: { readonly before: Date; readonly limit: number }): Promise<number>;
  /** Deletes what has outlived its retention, a bounded batch at a time. */
  purge(input: PurgeInput): Promise<PurgeResult>;
  ping(): Promise<void>;
  poolFigures(): PoolFigures;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL (whose schema must be current, and whose login must be powerless) or the embedded database (which is
 * created and migrated if need be). What is wrong with either is a `StartRefusal` that says what to do.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  return storageOver(await openDatabase(options));
}

/** For whoever has opened the database itself: tests do, to look behind the service's role. */
export function storageOver(database: Database): Storage {
  return {
    kind: database.kind,
    withTenant: (orgUuid, fn) => runInTenant(database, orgUuid, fn),
    readTenant: (orgUuid, fn) => readInTenant(database, orgUuid, fn),
    findCaller: (input) => findCaller(database, input),
    claimWork: (input) => claimWork(database, input),
    findLease: (input) => findLease(database, input),
    recordExecutor: (call) => recordExecutor(database, call),
    touchExecutor: (call) => touchExecutor(database, call),
    hasExecutor: (need) => hasExecutor(database, need),
    hasExecutorCalled: (call) => hasExecutorCalled(database, call),
    listExecutors: (page) => listExecutors(database, page),
    lastExecutorCall: () => lastExecutorCall(database),
    findSubscriber: (input) => findSubscriber(database, input),
    listenForWork: (onWork) => database.listenForWork(onWork),
    listenForEvents: (onEvents) => database.listenForEvents(onEvents),
    dueSchedules: (input) => dueSchedules(database, input),
    changedStates: (input) => changedStates(database, input),
    purgeEvents: (input) => purgeEvents(database, input),
    takeTokens: (input) => takeTokens(database, input),
    workFigures: () => workFigures(database),
    expiredEvidence: (input) => expiredEvidence(database, input),
    purge: (input) => purge(database, input),
    ping: async () => void (await database.read(CompiledQuery.raw('SELECT 1'))),
    poolFigures: () => database.poolFigures(),
    close: () => database.close(),
  };
}
