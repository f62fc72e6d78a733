import type { AppContext } from '../context.ts';
import { decideTick } from './decide-tick.ts';

/** Schedules that one round takes up; the next finds the others. */
const batch = 100;

/**
 * Decides about every tick that is due. All replicas may do so at once: a schedule is locked while it is decided about,
 * and a tick is decided about once. One that fails does not keep the others waiting.
 */
export async function runDueSchedules(ctx: AppContext): Promise<void> {
  const due = await ctx.storage.dueSchedules({ now: ctx.clock.now(), limit: batch });
  const failures: unknown[] = [];
  for (const schedule of due) {
    await decideTick(ctx, schedule).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Schedules could not be run.');
}
