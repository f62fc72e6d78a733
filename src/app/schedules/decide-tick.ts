import { AppError } from '../../domain/app-error.ts';
import { type ProblemCode, problems } from '../../domain/problems.ts';
import { isFinished, type Submitter } from '../../domain/runs/run.ts';
import type { DueSchedule } from '../../storage/across-tenants/due-schedules.ts';
import { getRun } from '../../storage/queries/runs.ts';
import { insertTick, moveSchedule } from '../../storage/queries/schedule-ticks.ts';
import { lockSchedule, type ScheduleRecord } from '../../storage/queries/schedules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { assertReady, assertSize, readyConnectors } from '../runs/assert-runnable.ts';
import { type PlannedRun, planRun } from '../runs/plan-run.ts';
import { startRun } from '../runs/start-run.ts';
import { type DueTick, latestTick, tickAfter } from './ticks.ts';

/** How long an executor that is away is given before the tick is tried again. */
const waitMs = 30_000;

type Decision =
  | { readonly kind: 'run'; readonly planned: PlannedRun }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'wait' };

/**
 * Decides about the tick of a schedule that is due: runs it, skips it with a reason, or waits for an executor. The Run,
 * the record of the tick and the next tick are one transaction.
 */
export async function decideTick(ctx: AppContext, { orgUuid, scheduleUuid }: DueSchedule): Promise<void> {
  const ready = await readyConnectors(ctx, orgUuid);
  await ctx.storage.withTenant(orgUuid, async (tx) => {
    const schedule = await lockSchedule(tx, scheduleUuid);
    const now = ctx.clock.now();
    // Another replica was quicker, or somebody has paused it.
    if (schedule?.nextTickAt == null || schedule.dueAt === null || schedule.dueAt > now) return;
    const from = new Date(now.getTime() - schedule.catchUpMinutes * 60_000);
    const tick = latestTick(schedule, { first: schedule.nextTickAt, from, now });
    const decision = tick.at < from ? tooLate : await decide(ctx, tx, schedule, ready);
    if (
      decision.kind === 'wait' &&
      now.getTime() + waitMs <= tick.at.getTime() + schedule.catchUpMinutes * 60_000
    ) {
      await moveSchedule(tx, { scheduleUuid, nextTickAt: tick.at, dueAt: new Date(now.getTime() + waitMs) });
      return;
    }
    const nextTickAt = tickAfter(schedule, now);
    const submittedBy = submitterOf(schedule);
    const runUuid =
      decision.kind === 'run' ? await startRun(ctx, tx, { orgUuid, submittedBy }, decision.planned) : null;
    await moveSchedule(tx, {
      scheduleUuid,
      nextTickAt,
      dueAt: nextTickAt,
      ...(runUuid !== null && { lastRunUuid: runUuid }),
    });
    const reason = reasonOf(decision);
    await insertTick(tx, scheduleUuid, {
      tickAt: tick.at,
      outcome: runUuid === null ? 'skipped' : 'submitted',
      reason,
      runUuid,
      passedOver: tick.passedOver,
      decidedAt: now,
    });
    if (reason !== null) tellSkipped(ctx, tx, schedule, tick, reason);
  });
}

const tooLate: Decision = { kind: 'skip', reason: 'too_late' };
const executorAbsent: ProblemCode = 'execution_environment_not_ready';

function reasonOf(decision: Decision): string | null {
  if (decision.kind === 'run') return null;
  return decision.kind === 'skip' ? decision.reason : executorAbsent;
}

async function decide(
  ctx: AppContext,
  tx: TenantTx,
  { scope, lastRunUuid }: ScheduleRecord,
  ready: ReadonlySet<string>,
): Promise<Decision> {
  const last = lastRunUuid === null ? undefined : await getRun(tx, lastRunUuid);
  if (last !== undefined && !isFinished(last.status)) return { kind: 'skip', reason: 'previous_run_open' };
  try {
    const planned = await planRun(tx, { scope, name: null });
    assertReady(planned.tests, ready);
    await assertEntitledNow(ctx, tx);
    assertSize(planned);
    return { kind: 'run', planned };
  } catch (error) {
    // Refused for a reason that a person would have been told; nothing has been written. The rest is tried again.
    if (!(error instanceof AppError)) throw error;
    if (error.code === executorAbsent) return { kind: 'wait' };
    if (problems[error.code].retryable) throw error;
    return { kind: 'skip', reason: error.code };
  }
}

function submitterOf({ name }: ScheduleRecord): Submitter {
  return { kind: 'schedule', memberUuid: null, applicationId: 'plumbline-schedules', displayName: name };
}

function tellSkipped(
  ctx: AppContext,
  tx: TenantTx,
  { scheduleUuid, name }: ScheduleRecord,
  { at }: DueTick,
  reason: string,
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.schedule.tick_skipped',
    subject: `schedules/${scheduleUuid}`,
    data: { scheduleUuid, name, tickAt: at.toISOString(), reason },
  });
}
