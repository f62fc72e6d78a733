import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { maxSchedules, type ScheduledScope } from '../../domain/schedules/schedule.ts';
import {
  countSchedules,
  deleteSchedule as deleteScheduleRow,
  insertSchedule,
  lockSchedule,
  type ScheduleRecord,
  updateSchedule as updateScheduleRow,
} from '../../storage/queries/schedules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { planRun } from '../runs/plan-run.ts';
import { requireSchedule, type ShownSchedule, withTicks } from './read-schedules.ts';
import { tickAfter } from './ticks.ts';

export interface ScheduleSettings {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly scope: ScheduledScope;
  readonly catchUpMinutes: number;
}

export async function createSchedule(
  ctx: AppContext,
  caller: Caller,
  settings: ScheduleSettings,
  retry: RetryKey,
): Promise<{ readonly schedule: ShownSchedule; readonly replayed: boolean }> {
  const now = ctx.clock.now();
  const nextTickAt = tickAfter(settings, now);
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      await assertScope(tx, settings.scope);
      await assertRoom(tx);
      const scheduleUuid = ctx.ids.uuid();
      await insertSchedule(tx, { ...settings, scheduleUuid, nextTickAt, createdAt: now });
      return scheduleUuid;
    });
    return { schedule: withTicks(ctx, await requireSchedule(tx, resourceUuid)), replayed };
  });
}

/** What is left out stays as it is. */
export async function updateSchedule(
  ctx: AppContext,
  caller: Caller,
  input: { readonly scheduleUuid: string; readonly ifMatch: string },
  changes: Partial<ScheduleSettings>,
): Promise<ShownSchedule> {
  return change(ctx, caller, input, async (tx, schedule) => {
    const settings = { ...schedule, ...changes };
    if (changes.scope !== undefined) await assertScope(tx, changes.scope);
    // Read even while it is paused: what cannot be read is refused when it is written.
    const nextTickAt = tickAfter(settings, ctx.clock.now());
    return { ...settings, nextTickAt: schedule.state === 'paused' ? null : nextTickAt };
  });
}

/** Ticks that come while it is paused are gone: it goes on with the next one. */
export async function setScheduleState(
  ctx: AppContext,
  caller: Caller,
  input: { readonly scheduleUuid: string; readonly ifMatch: string },
  state: ScheduleRecord['state'],
): Promise<ShownSchedule> {
  return change(ctx, caller, input, async (_, schedule) => {
    if (schedule.state === state) return schedule;
    return { ...schedule, nextTickAt: state === 'paused' ? null : tickAfter(schedule, ctx.clock.now()) };
  });
}

export async function deleteSchedule(
  ctx: AppContext,
  caller: Caller,
  input: { readonly scheduleUuid: string; readonly ifMatch: string },
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { scheduleUuid, version } = await reviewed(tx, input);
    if (!(await deleteScheduleRow(tx, { scheduleUuid, expectedVersion: version }))) throw changedMeanwhile();
  });
}

async function change(
  ctx: AppContext,
  caller: Caller,
  input: { readonly scheduleUuid: string; readonly ifMatch: string },
  to: (
    tx: TenantTx,
    schedule: ScheduleRecord,
  ) => Promise<ScheduleSettings & { readonly nextTickAt: Date | null }>,
): Promise<ShownSchedule> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const schedule = await reviewed(tx, input);
    const { scheduleUuid, version: expectedVersion } = schedule;
    const settings = await to(tx, schedule);
    if (!(await updateScheduleRow(tx, { ...settings, scheduleUuid, expectedVersion })))
      throw changedMeanwhile();
    return withTicks(ctx, await requireSchedule(tx, scheduleUuid));
  });
}

async function reviewed(
  tx: TenantTx,
  input: { readonly scheduleUuid: string; readonly ifMatch: string },
): Promise<ScheduleRecord> {
  const schedule = await requireSchedule(tx, input.scheduleUuid, lockSchedule);
  assertMatches(input.ifMatch, etagOf('schedule', schedule.scheduleUuid, schedule.version));
  return schedule;
}

/** What is to be run must be there; whether it has active tests is seen when it is run. */
async function assertScope(tx: TenantTx, scope: ScheduledScope): Promise<void> {
  if (scope.kind !== 'all') await planRun(tx, { scope, name: null });
}

async function assertRoom(tx: TenantTx): Promise<void> {
  if ((await countSchedules(tx)) < maxSchedules) return;
  throw new AppError('schedules_exhausted', {
    detail: `The Organization has ${maxSchedules} schedules, and no more are taken. Delete one, or let one cover several pairs.`,
  });
}

function changedMeanwhile(): AppError {
  return new AppError('state_conflict', {
    detail: 'The schedule changed at the same moment. Read it again.',
  });
}
