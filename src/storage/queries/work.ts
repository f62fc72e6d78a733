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
  readonly lastError: unknown | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** In the same transaction as the state that it belongs to. */
export declare function enqueueWork(tx: TenantTx, input: NewWork): Promise<void>;

/** False when the lease was lost: somebody else holds the work, or it is over. */
export declare function renewLease(
  tx: TenantTx,
  input: { workUuid: string; fencingNumber: number; leaseSeconds: number },
): Promise<boolean>;

/** False when the lease was lost; the caller must then roll back whatever else it wrote. */
export declare function completeWork(
  tx: TenantTx,
  input: { workUuid: string; fencingNumber: number },
): Promise<boolean>;

/** `dead` when `retryAt` is null or the attempts are used up. */
export declare function failWork(
  tx: TenantTx,
  input: { workUuid: string; fencingNumber: number; error: unknown; retryAt: Date | null },
): Promise<'requeued' | 'dead' | 'lost'>;

/** Gives a lease back unused: the attempt does not count. False when the lease was lost. */
export declare function releaseWork(
  tx: TenantTx,
  input: { workUuid: string; fencingNumber: number },
): Promise<boolean>;

/** Newest first; `after` is the last id of the page before. */
export declare function listDeadWork(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<WorkRecord[]>;

/** Dead work is queued again with all its attempts; false when it is not dead. */
export declare function reviveWork(
  tx: TenantTx,
  input: { workUuid: string; runAfter: Date },
): Promise<boolean>;
