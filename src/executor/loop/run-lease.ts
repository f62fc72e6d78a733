import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { TaskKind, TaskOutcome, TaskProgress, TaskReport } from '../../domain/execution/protocol.ts';
import { CallRefused, type ExecutionService, type Lease, LeaseLost } from '../protocol/execution-service.ts';
import type { RunTask } from '../tasks/run-task.ts';
import { failed, failedOutcome } from './failed-outcome.ts';
import { keepLease, WorkCancelled } from './keep-lease.ts';
import { retryDelayMs } from './retry-delay.ts';

export interface LeaseRunContext {
  readonly service: ExecutionService;
  readonly runTask: RunTask;
  /** In [0, 1). */
  readonly random: () => number;
  /** Aborted when the executor stops and does not wait any longer. */
  readonly halt: AbortSignal;
  /** How long an outcome is offered to a service that is away. */
  readonly deliveryLimitMs: number;
  /** A call that did not get through and is made again. */
  readonly onMissed: (error: unknown) => void;
}

/** How one lease ended, as far as this executor knows. */
export interface LeaseEnd {
  readonly workUuid: string;
  readonly kind: TaskKind;
  readonly attempt: number;
  readonly seconds: number;
  /** `lost`: whatever the task came to, it changed nothing. `undelivered`: the service stayed away. */
  readonly outcome: TaskOutcome['status'] | 'cancelled' | 'lost' | 'undelivered';
  readonly problem: string | null;
  /** What was thrown, where that was a defect. */
  readonly defect: unknown;
}

/** The executor stops; what is unfinished is given back. */
class Stopping extends Error {
  override readonly name = 'Stopping';
}

/** One lease from the claim to its end. Never rejects, and resolves only when the task has let go of its resources. */
export async function runLease(context: LeaseRunContext, lease: Lease, askedAt: number): Promise<LeaseEnd> {
  const startedAt = performance.now();
  const over = new AbortController();
  const stop = new AbortController();
  const onHalt = () => stop.abort(new Stopping('The executor stops.'));
  context.halt.addEventListener('abort', onHalt, { once: true });
  if (context.halt.aborted) onHalt();
  let progress: TaskProgress | null = null;
  let undo = async () => {};
  const held = { ...context, lease, askedAt, progress: () => progress };
  const heartbeat = keepLease(held, over.signal).catch((error: unknown) => stop.abort(error));
  const task = context.runTask(lease.task, {
    signal: stop.signal,
    progress: (now) => {
      progress = now;
    },
    report: reporter(context, lease, stop),
    ifVoid: (how) => {
      undo = how;
    },
  });
  const ending = await endOf(task, stop.signal);
  const end = await settle(context, lease, ending, over.signal);
  over.abort();
  context.halt.removeEventListener('abort', onHalt);
  await Promise.allSettled([task, heartbeat]);
  // Not where a result is only undelivered: the service may have taken it, and its answer got lost.
  if (end.outcome === 'lost' || 'error' in ending) await undo().catch(context.onMissed);
  return {
    workUuid: lease.workUuid,
    kind: lease.task.kind,
    attempt: lease.attempt,
    seconds: (performance.now() - startedAt) / 1000,
    problem: null,
    defect: null,
    ...end,
  };
}

type Ending = { readonly result: Awaited<ReturnType<RunTask>> } | { readonly error: unknown };

/** The result of the task, or why there is none; a task that is slow to heed its signal is not waited for. */
async function endOf(task: ReturnType<RunTask>, signal: AbortSignal): Promise<Ending> {
  const aborted = new Promise<Ending>((resolve) => {
    const onAbort = () => resolve({ error: signal.reason });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  const finished = task.then(
    (result) => ({ result }),
    // What an interrupted task fails with is not why it ended.
    (error: unknown) => ({ error: signal.aborted ? signal.reason : error }),
  );
  return Promise.race([finished, aborted]);
}

async function settle(
  context: LeaseRunContext,
  lease: Lease,
  ending: Ending,
  over: AbortSignal,
): Promise<Partial<LeaseEnd> & Pick<LeaseEnd, 'outcome'>> {
  if ('error' in ending && ending.error instanceof LeaseLost) return { outcome: 'lost' };
  const outcome = outcomeOf(ending);
  const isCancelled = 'error' in ending && ending.error instanceof WorkCancelled;
  const told = {
    outcome: isCancelled ? ('cancelled' as const) : outcome.status,
    problem: outcome.status === 'failed' ? outcome.problem.code : null,
    defect: isDefect(ending) ? ending.error : null,
  };
  try {
    await deliver(context, lease, outcome, over);
    return told;
  } catch (error) {
    return { ...told, outcome: error instanceof LeaseLost ? 'lost' : 'undelivered' };
  }
}

function outcomeOf(ending: Ending): TaskOutcome {
  if ('result' in ending) return { status: 'succeeded', result: ending.result };
  if (ending.error instanceof Stopping) return { status: 'released' };
  if (ending.error instanceof WorkCancelled) {
    return failed('comparison_cancelled', 'The work was cancelled before it had a result.', false);
  }
  return failedOutcome(ending.error);
}

function isDefect(ending: Ending): ending is { error: unknown } {
  if (!('error' in ending)) return false;
  const { error } = ending;
  return !(error instanceof AppError || error instanceof Stopping || error instanceof WorkCancelled);
}

/**
 * Offers the outcome until the service has taken it, says that the lease is lost, or was away for too long. The fencing
 * number makes it safe to repeat.
 */
async function deliver(
  { service, random, deliveryLimitMs, onMissed }: LeaseRunContext,
  lease: Lease,
  first: TaskOutcome,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + deliveryLimitMs;
  let outcome = first;
  for (let failures = 1; ; failures += 1) {
    try {
      return await service.complete(lease, outcome, signal);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (isOutOfBounds(error) && outcome.status === 'succeeded') {
        // Left alone, the work would be tried again and come to the same.
        outcome = failed('internal_error', 'The service refused the result as out of bounds.', false);
        continue;
      }
      const pauseMs = retryDelayMs(failures, random());
      if (performance.now() + pauseMs > until) throw error;
      onMissed(error);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function isOutOfBounds(error: unknown): boolean {
  return (
    error instanceof CallRefused && (error.code === 'validation_failed' || error.code === 'body_invalid')
  );
}

function reporter({ service, onMissed }: LeaseRunContext, lease: Lease, stop: AbortController) {
  let sequence = 0;
  return async (report: TaskReport): Promise<void> => {
    sequence += 1;
    try {
      await service.report(lease, sequence, report, stop.signal);
    } catch (error) {
      if (error instanceof LeaseLost) stop.abort(error);
      else if (!stop.signal.aborted) onMissed(error);
    }
  };
}
