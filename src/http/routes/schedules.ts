import {
  createSchedule,
  deleteSchedule,
  setScheduleState,
  updateSchedule,
} from '../../app/schedules/change-schedules.ts';
import {
  readSchedule,
  readSchedules,
  readTicks,
  type ShownSchedule,
} from '../../app/schedules/read-schedules.ts';
import { usualCatchUpMinutes } from '../../domain/schedules/schedule.ts';
import type { HandlersOf } from '../handler.ts';
import { present } from '../request/present.ts';
import { scheduleView, tickView } from '../views/schedule-view.ts';

export const scheduleHandlers: HandlersOf<
  | 'create_schedule'
  | 'list_schedules'
  | 'get_schedule'
  | 'update_schedule'
  | 'pause_schedule'
  | 'resume_schedule'
  | 'delete_schedule'
  | 'list_schedule_ticks'
> = {
  async create_schedule({ ctx, caller, body, retry }) {
    const settings = { ...body, catchUpMinutes: body.catchUpMinutes ?? usualCatchUpMinutes };
    const { schedule, replayed } = await createSchedule(ctx, caller, settings, retry);
    const view = scheduleView(schedule);
    const location = `/api/v1/schedules/${view.scheduleUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_schedules({ ctx, caller, query }) {
    const { items, nextCursor } = await readSchedules(ctx, caller, query);
    return { status: 200, body: { items: items.map(scheduleView), nextCursor } };
  },

  async get_schedule({ ctx, caller, params }) {
    return shown(await readSchedule(ctx, caller, params.scheduleUuid));
  },

  async update_schedule({ ctx, caller, params, body, ifMatch }) {
    return shown(await updateSchedule(ctx, caller, { ...params, ifMatch }, present(body)));
  },

  async pause_schedule({ ctx, caller, params, ifMatch }) {
    return shown(await setScheduleState(ctx, caller, { ...params, ifMatch }, 'paused'));
  },

  async resume_schedule({ ctx, caller, params, ifMatch }) {
    return shown(await setScheduleState(ctx, caller, { ...params, ifMatch }, 'active'));
  },

  async delete_schedule({ ctx, caller, params, ifMatch }) {
    await deleteSchedule(ctx, caller, { ...params, ifMatch });
    return { status: 204, body: undefined };
  },

  async list_schedule_ticks({ ctx, caller, params, query }) {
    const { items, nextCursor } = await readTicks(ctx, caller, { ...params, ...query });
    return { status: 200, body: { items: items.map(tickView), nextCursor } };
  },
};

function shown(schedule: ShownSchedule) {
  const body = scheduleView(schedule);
  return { status: 200, body, headers: { etag: body.etag } } as const;
}
