import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { startOperation } from '../../storage/queries/operations.ts';
import { renewLease } from '../../storage/queries/work.ts';
import type { Storage } from '../../storage/storage.ts';
import { backoffMs } from './backoff.ts';
import type { WorkEvent } from './work-event.ts';
import { isPermanent, workerVanished } from './work-failure.ts';
import type { WorkHandler } from './work-handler.ts';
import { complete, discard, fail, LeaseLost, release } from './work-outcomes.ts';

export interface WorkRunContext {
  readonly storage: Storage;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly leaseSeconds: number;
  /** Aborted when the service stops and does not wait any longer. */
  readonly halt: AbortSignal;
}

/** One attempt at one claimed item, from the claim to its outcome. Rejects if the outcome could not be written. */
export async function runWork(
  context: WorkRunContext,
  handler: WorkHandler,
  work: ClaimedWork,
): Promise<WorkEvent> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const ending = await attempt(context, handler, work);
    return { work, seconds: seconds(), ...ending };
  } catch (error) {
    if (error instanceof LeaseLost) return { work, seconds: seconds(), outcome: 'lost' };
    throw error;
  }
}

type Ending =
  | { readonly outcome: 'done' | 'cancelled' | 'released' }
  | { readonly outcome: 'requeued' | 'dead'; readonly error: unknown };

async function attempt(context: WorkRunContext, handler: WorkHandler, work: ClaimedWork): Promise<Ending> {
  if (work.attempt > work.maxAttempts) {
    const error = workerVanished(work);
    return { outcome: await fail(context, handler, work, error, null), error };
  }
  if (!(await begin(context, work))) {
    await discard(context, work);
    return { outcome: 'cancelled' };
  }
  try {
    const outcome = await runWithLease(context, handler, work);
    await complete(context, work, outcome);
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (context.halt.aborted) {
      await release(context, work);
      return { outcome: 'released' };
    }
    const retryAt = isPermanent(error) ? null : retryTime(context, handler, work, error);
    return { outcome: await fail(context, handler, work, error, retryAt), error };
  }
}

/** False when the operation that the work belongs to has ended already. */
async function begin({ storage, clock }: WorkRunContext, work: ClaimedWork): Promise<boolean> {
  const { orgUuid, operationUuid } = work;
  if (operationUuid === null) return true;
  const started = await storage.withTenant(orgUuid, (tx) =>
    startOperation(tx, { operationUuid, at: clock.now() }),
  );
  return started !== undefined;
}

/** Whoever asks to be left alone for longer is asked again all the same: it may have meant something else. */
const longestWishMs = 60 * 60_000;

/** After the pause of its kind of work, or as long as whoever refused it has asked for. */
function retryTime(
  { clock, random }: WorkRunContext,
  { pauseMs = backoffMs }: WorkHandler,
  { attempt: failed }: ClaimedWork,
  error: unknown,
): Date {
  const wishedMs = error instanceof AppError ? (error.params.retryAfterSeconds ?? 0) * 1000 : 0;
  const waitMs = Math.max(pauseMs(failed, random()), Math.min(wishedMs, longestWishMs));
  return new Date(clock.now().getTime() + waitMs);
}

async function runWithLease(context: WorkRunContext, handler: WorkHandler, work: ClaimedWork) {
  const over = new AbortController();
  const lost = new AbortController();
  const heartbeat = keepLease(context, work, over.signal).catch((error: unknown) => lost.abort(error));
  const signal = AbortSignal.any([context.halt, lost.signal, AbortSignal.timeout(handler.timeoutMs)]);
  try {
    // A handler that does not heed its signal is left alone; nothing that it comes to is written.
    return await Promise.race([handler.run(work, { signal }), abortion(signal)]);
  } finally {
    over.abort();
    await heartbeat;
  }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Renews the lease until `over`; rejects once it is lost. A database that is away for a moment costs nothing: the lease
 * outlives two renewals that fail.
 */
async function keepLease(
  { storage, leaseSeconds }: WorkRunContext,
  work: ClaimedWork,
  over: AbortSignal,
): Promise<void> {
  let renewed = performance.now();
  while (!over.aborted) {
    await sleep((leaseSeconds * 1000) / 3, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return;
    const isHeld = await storage
      .withTenant(work.orgUuid, (tx) => renewLease(tx, { ...work, leaseSeconds }))
      .catch(() => undefined);
    if (isHeld) renewed = performance.now();
    if (isHeld === false || performance.now() - renewed > leaseSeconds * 1000) throw new LeaseLost(work);
  }
}
