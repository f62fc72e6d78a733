import { AppError } from '../../domain/app-error.ts';
import { listTicks, type TickWithRun } from '../../storage/queries/schedule-ticks.ts';
import { getSchedule, listSchedules, type ScheduleRecord } from '../../storage/queries/schedules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';
import { ticksAfter } from './ticks.ts';

/** Enough to see a week of working days. */
const shownTicks = 5;

/** A schedule with the ticks that come next; none while it is paused. */
export interface ShownSchedule extends ScheduleRecord {
  readonly nextTicks: readonly Date[];
}

export async function readSchedules(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest,
): Promise<Page<ShownSchedule>> {
  const page = await readPage(
    ctx,
    { list: 'schedules', orgUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, (tx) =>
        listSchedules(tx, { limit, after: after === null ? null : String(after[0]) }),
      ),
    ({ scheduleUuid }) => [scheduleUuid],
  );
  return { ...page, items: page.items.map((schedule) => withTicks(ctx, schedule)) };
}

export async function readSchedule(
  ctx: AppContext,
  { orgUuid }: Caller,
  scheduleUuid: string,
): Promise<ShownSchedule> {
  return withTicks(ctx, await ctx.storage.withTenant(orgUuid, (tx) => requireSchedule(tx, scheduleUuid)));
}

export async function readTicks(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest & { readonly scheduleUuid: string },
): Promise<Page<TickWithRun>> {
  const { scheduleUuid } = request;
  return readPage(
    ctx,
    { list: 'ticks', orgUuid, scheduleUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, async (tx) => {
        await requireSchedule(tx, scheduleUuid);
        return listTicks(tx, { scheduleUuid, limit, after: after && new Date(String(after[0])) });
      }),
    ({ tickAt }) => [tickAt.toISOString()],
  );
}

/** `get` reads it, or reads and locks it. */
export async function requireSchedule(
  tx: TenantTx,
  scheduleUuid: string,
  get: typeof getSchedule = getSchedule,
): Promise<ScheduleRecord> {
  const schedule = await get(tx, scheduleUuid);
  if (schedule !== undefined) return schedule;
  throw new AppError('not_found', { detail: `No schedule ${scheduleUuid} exists in this Organization.` });
}

export function withTicks(ctx: AppContext, schedule: ScheduleRecord): ShownSchedule {
  const isActive = schedule.state === 'active';
  return { ...schedule, nextTicks: isActive ? ticksAfter(schedule, ctx.clock.now(), shownTicks) : [] };
}
