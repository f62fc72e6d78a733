import type { readTicks, ShownSchedule } from '../../app/schedules/read-schedules.ts';
import { etagOf } from '../../domain/etag.ts';

type Tick = Awaited<ReturnType<typeof readTicks>>['items'][number];

export function scheduleView(schedule: ShownSchedule) {
  const { version, nextTickAt: _, dueAt: __, nextTicks, createdAt, ...shown } = schedule;
  return {
    ...shown,
    nextTicks: nextTicks.map((tick) => tick.toISOString()),
    createdAt: createdAt.toISOString(),
    etag: etagOf('schedule', schedule.scheduleUuid, version),
  };
}

export function tickView({ tickAt, decidedAt, ...tick }: Tick) {
  return { ...tick, tickAt: tickAt.toISOString(), decidedAt: decidedAt.toISOString() };
}
