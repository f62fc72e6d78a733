import type { RunStatus } from '../../domain/runs/run.ts';
import type { TickOutcome } from '../../domain/schedules/schedule.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface TickRecord {
  readonly tickAt: Date;
  readonly outcome: TickOutcome;
  /** Why it was skipped. */
  readonly reason: string | null;
  readonly runUuid: string | null;
  readonly passedOver: number;
  readonly decidedAt: Date;
}

/** A tick with what its Run came to so far. */
export interface TickWithRun extends TickRecord {
  readonly overallStatus: RunStatus | null;
}

/** What was decided about a tick. A second decision about the same one is a conflict of keys, and undoes itself. */
export async function insertTick(
  tx: TenantTx,
  scheduleUuid: string,
  { tickAt, outcome, reason, runUuid, passedOver, decidedAt }: TickRecord,
): Promise<void> {
  await tx
    .insertInto('plumbline.schedule_ticks')
    .values({
      schedule_uuid: scheduleUuid,
      tick_at: tickAt,
      outcome,
      reason,
      run_uuid: runUuid,
      passed_over: passedOver,
      decided_at: decidedAt,
    })
    .execute();
}

/** Newest first; `after` is the tick of the last of the page before. */
export async function listTicks(
  tx: TenantTx,
  page: { scheduleUuid: string; limit: number; after: Date | null },
): Promise<TickWithRun[]> {
  let query = tx
    .selectFrom('plumbline.schedule_ticks as tick')
    .leftJoin('plumbline.runs as run', 'run.run_uuid', 'tick.run_uuid')
    .select([
      'tick_at as tickAt',
      'outcome',
      'reason',
      'tick.run_uuid as runUuid',
      'run.status as overallStatus',
      'passed_over as passedOver',
      'decided_at as decidedAt',
    ])
    .where('tick.schedule_uuid', '=', page.scheduleUuid);
  if (page.after !== null) query = query.where('tick.tick_at', '<', page.after);
  return await query.orderBy('tick.tick_at', 'desc').limit(page.limit).execute();
}

/** Where a schedule goes on after a decision; the caller has it locked. `lastRunUuid`: the Run that was started. */
export async function moveSchedule(
  tx: TenantTx,
  input: {
    readonly scheduleUuid: string;
    readonly nextTickAt: Date;
    readonly dueAt: Date;
    readonly lastRunUuid?: string;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.schedules')
    .set({
      next_tick_at: input.nextTickAt,
      due_at: input.dueAt,
      ...(input.lastRunUuid !== undefined && { last_run_uuid: input.lastRunUuid }),
    })
    .where('schedule_uuid', '=', input.scheduleUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
