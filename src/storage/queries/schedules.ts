import { sql } from 'kysely';
import type { RunStatus } from '../../domain/runs/run.ts';
import type { ScheduledScope, ScheduleState } from '../../domain/schedules/schedule.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface ScheduleRecord {
  readonly scheduleUuid: string;
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly scope: ScheduledScope;
  readonly catchUpMinutes: number;
  readonly state: ScheduleState;
  /** Null while it is paused. */
  readonly nextTickAt: Date | null;
  readonly dueAt: Date | null;
  readonly lastRunUuid: string | null;
  readonly lastRunStatus: RunStatus | null;
  readonly createdAt: Date;
  readonly version: number;
}

export type NewSchedule = Omit<
  ScheduleRecord,
  'version' | 'lastRunUuid' | 'lastRunStatus' | 'dueAt' | 'state' | 'nextTickAt'
> & {
  readonly nextTickAt: Date;
};

const columns = [
  'schedule_uuid as scheduleUuid',
  'name',
  'cron',
  'time_zone as timeZone',
  'scope',
  'catch_up_minutes as catchUpMinutes',
  'state',
  'next_tick_at as nextTickAt',
  'due_at as dueAt',
  'last_run_uuid as lastRunUuid',
  'created_at as createdAt',
  'version',
] as const;

/** How the last Run went is looked up apart: rows of a join that may be missing cannot be locked. */
function selectSchedules(tx: TenantTx) {
  return tx
    .selectFrom('plumbline.schedules')
    .select(columns)
    .select((eb) =>
      eb
        .selectFrom('plumbline.runs as run')
        .select('run.status')
        .whereRef('run.run_uuid', '=', 'plumbline.schedules.last_run_uuid')
        .as('lastRunStatus'),
    );
}

export async function insertSchedule(tx: TenantTx, input: NewSchedule): Promise<void> {
  await tx
    .insertInto('plumbline.schedules')
    .values({
      schedule_uuid: input.scheduleUuid,
      name: input.name,
      cron: input.cron,
      time_zone: input.timeZone,
      scope: JSON.stringify(input.scope),
      catch_up_minutes: input.catchUpMinutes,
      state: 'active',
      next_tick_at: input.nextTickAt,
      due_at: input.nextTickAt,
      created_at: input.createdAt,
    })
    .execute();
}

export async function getSchedule(tx: TenantTx, scheduleUuid: string): Promise<ScheduleRecord | undefined> {
  return await selectSchedules(tx).where('schedule_uuid', '=', scheduleUuid).executeTakeFirst();
}

/** The same, and nobody else decides about its ticks until the transaction ends. */
export async function lockSchedule(tx: TenantTx, scheduleUuid: string): Promise<ScheduleRecord | undefined> {
  return await selectSchedules(tx).where('schedule_uuid', '=', scheduleUuid).forUpdate().executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listSchedules(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<ScheduleRecord[]> {
  let query = selectSchedules(tx);
  if (page.after !== null) query = query.where('schedule_uuid', '<', page.after);
  return await query.orderBy('schedule_uuid', 'desc').limit(page.limit).execute();
}

export async function countSchedules(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom('plumbline.schedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ScheduleChange {
  readonly scheduleUuid: string;
  readonly expectedVersion: number;
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly scope: ScheduledScope;
  readonly catchUpMinutes: number;
  /** Null pauses it. */
  readonly nextTickAt: Date | null;
}

/** False when it has changed or is gone. */
export async function updateSchedule(tx: TenantTx, change: ScheduleChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.schedules')
    .set({
      name: change.name,
      cron: change.cron,
      time_zone: change.timeZone,
      scope: JSON.stringify(change.scope),
      catch_up_minutes: change.catchUpMinutes,
      state: change.nextTickAt === null ? 'paused' : 'active',
      next_tick_at: change.nextTickAt,
      due_at: change.nextTickAt,
      version: sql`version + 1`,
    })
    .where('schedule_uuid', '=', change.scheduleUuid)
    .where('version', '=', change.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when it has changed or is gone. The Runs that it started stay. */
export async function deleteSchedule(
  tx: TenantTx,
  input: { scheduleUuid: string; expectedVersion: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plumbline.schedules')
    .where('schedule_uuid', '=', input.scheduleUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
