import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';

export interface DueSchedule {
  readonly orgUuid: string;
  readonly scheduleUuid: string;
}

/** Schedules of any tenant that have a tick to be decided about, the longest waiting first. */
export async function dueSchedules(
  database: Database,
  input: { readonly now: Date; readonly limit: number },
): Promise<DueSchedule[]> {
  return await database.run<DueSchedule>(
    CompiledQuery.raw(
      'SELECT org_uuid AS "orgUuid", schedule_uuid AS "scheduleUuid" FROM plumbline.due_schedules($1, $2)',
      [input.now, input.limit],
    ),
  );
}
