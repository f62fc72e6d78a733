import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskProgress } from '../../domain/execution/protocol.ts';
import { type ExecutionService, type Lease, LeaseLost } from '../protocol/execution-service.ts';

/** Nobody wants the result of the work any more. */
export class WorkCancelled extends Error {
  override readonly name = 'WorkCancelled';
}

export interface HeldLease {
  readonly service: ExecutionService;
  readonly lease: Lease;
  /** When it was asked for, by `performance.now()`: it cannot have begun earlier. */
  readonly askedAt: number;
  readonly progress: () => TaskProgress | null;
  /** Told of each sign of life that did not get through; the next one may. */
  readonly onMissed: (error: unknown) => void;
}

/** How soon a sign of life that did not get through is sent again. */
const againMs = 1_000;

/**
 * Shows signs of life until `over`. Rejects with `LeaseLost` once the service says so, or once it has not heard of us
 * for as long as the lease lasts (a service that is away, a process that was frozen): another may have the work then.
 * Rejects with `WorkCancelled` when the work is not wanted any more.
 */
export async function keepLease(
  { service, lease, askedAt, progress, onMissed }: HeldLease,
  over: AbortSignal,
): Promise<void> {
  let { leaseSeconds } = lease;
  let heardAt = askedAt;
  let pauseMs = pauseOf(leaseSeconds);
  while (true) {
    await sleep(pauseMs, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    const sentAt = performance.now();
    const leftMs = Math.ceil(heardAt + leaseSeconds * 1000 - sentAt);
    if (leftMs <= 0) throw new LeaseLost('The lease ran out before a sign of life got through.');
    try {
      const within = AbortSignal.any([over, AbortSignal.timeout(leftMs)]);
      const answer = await service.heartbeat(lease, progress(), within);
      if (answer.cancelRequested) throw new WorkCancelled('The service asked to stop.');
      heardAt = sentAt;
      leaseSeconds = answer.leaseSeconds;
      pauseMs = pauseOf(leaseSeconds);
    } catch (error) {
      if (over.aborted) return;
      if (error instanceof LeaseLost || error instanceof WorkCancelled) throw error;
      onMissed(error);
      pauseMs = Math.min(againMs, pauseOf(leaseSeconds));
    }
  }
}

/** Two signs may get lost before the lease is. */
function pauseOf(leaseSeconds: number): number {
  return (leaseSeconds * 1000) / 3;
}
