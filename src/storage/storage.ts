import type { CallerRecord } from './across-tenants/find-caller.ts';
import type { PurgeInput, PurgeResult } from './across-tenants/maintenance.ts';
import type { TakeTokensInput, TokensTaken } from './across-tenants/rate-buckets.ts';
import type { ClaimedWork, ClaimWorkInput, WorkFigure } from './across-tenants/work-queue.ts';
import type { TenantTx } from './tenant-tx.ts';

export interface StorageOptions {
  /** PostgreSQL 15 or later, with the login of the service (never the owner of the schema). */
  readonly databaseUrl?: string;
  /** Without `databaseUrl`: the embedded database in this directory. */
  readonly embedded?: { readonly dataDir: string };
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

export interface PoolFigures {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * The service's database. Failures of the database itself are `AppError('dependency_unavailable')`, within 5 seconds;
 * storage recovers by itself once the database is back.
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
  /** Who a directory and an object id are to us, before any tenant is known; null when the directory is not activated. */
  findCaller(input: { directoryId: string; objectId: string | null }): Promise<CallerRecord | null>;
  /** Leases due work of any tenant to `holder`, fairly across tenants. */
  claimWork(input: ClaimWorkInput): Promise<ClaimedWork[]>;
  /** Calls back soon after work was enqueued by any replica, and after every gap in which a call may have been missed. */
  listenForWork(onWork: () => void): Promise<{ close(): Promise<void> }>;
  takeTokens(input: TakeTokensInput): Promise<TokensTaken>;
  workFigures(): Promise<WorkFigure[]>;
  /** Deletes what has outlived its retention, a bounded batch at a time. */
  purge(input: PurgeInput): Promise<PurgeResult>;
  ping(): Promise<void>;
  poolFigures(): PoolFigures;
  close(): Promise<void>;
}

export declare function openStorage(options: StorageOptions): Promise<Storage>;
