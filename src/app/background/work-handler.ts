import type { OperationFailure } from '../../domain/operation.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** What does one kind of background work. */
export interface WorkHandler {
  readonly kind: string;
  /** An attempt that takes longer has failed. */
  readonly timeoutMs: number;
  /** How long to wait after so many attempts have failed, where the usual pauses do not do; `chance` is in [0, 1). */
  readonly pauseMs?: (attempt: number, chance: number) => number;
  /**
   * Does what lies outside the database. It may run more than once, even twice at the same time (a holder that seemed
   * lost may still be at it), so it must be safe to repeat. Resolves to what is written when it has succeeded, in the
   * one transaction that completes the work: that happens exactly once.
   *
   * Rejecting means another attempt later, unless with an `AppError` of a code that is not retryable: that gives up.
   */
  run(work: ClaimedWork, attempt: WorkAttempt): Promise<WorkOutcome>;
  /** Writes what has become of the resource when the work is given up, in the transaction that gives it up. */
  giveUp(tx: TenantTx, work: ClaimedWork, failure: OperationFailure): Promise<void>;
}

export interface WorkAttempt {
  /** Aborted when the time is up, the lease is lost or the service stops: nothing that follows will be written. */
  readonly signal: AbortSignal;
}

export interface WorkOutcome {
  write(tx: TenantTx): Promise<void>;
}
