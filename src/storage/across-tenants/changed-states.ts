import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';
import type { ExecutorState } from '../queries/observed-states.ts';

export interface ChangedStatesInput {
  readonly now: Date;
  /** An executor that has called since then is there. */
  readonly presentSince: Date;
  /** A period that ended before then has used up its grace. */
  readonly graceBefore: Date;
  readonly limit: number;
}

export interface ChangedStates {
  readonly orgUuid: string;
  readonly executorState: ExecutorState;
}

/** Organizations for which something else holds than the last look saw. */
export async function changedStates(database: Database, input: ChangedStatesInput): Promise<ChangedStates[]> {
  return await database.run<ChangedStates>(
    CompiledQuery.raw(
      `SELECT org_uuid AS "orgUuid", executor_state AS "executorState"
       FROM plumbline.changed_states($1, $2, $3, $4)`,
      [input.now, input.presentSince, input.graceBefore, input.limit],
    ),
  );
}
