import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { isFinished } from '../../domain/runs/run.ts';
import type { OperationRecord } from '../../storage/queries/operations.ts';
import { lockRun } from '../../storage/queries/runs.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { deleteEvidence } from './delete-evidence.ts';

/** Deletes the evidence of a finished Run, all of it; an operation for each store that holds some. */
export async function deleteRunEvidence(
  ctx: AppContext,
  caller: Caller,
  { runUuid, ifMatch }: { readonly runUuid: string; readonly ifMatch: string },
): Promise<readonly OperationRecord[]> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const run = await lockRun(tx, runUuid);
    if (run === undefined) {
      throw new AppError('not_found', { detail: `No Run ${runUuid} exists in this Organization.` });
    }
    assertMatches(ifMatch, etagOf('run', runUuid, run.version));
    if (!isFinished(run.status)) {
      throw new AppError('run_not_finished', {
        detail:
          'The Run is not over yet, so that more evidence may come. Wait for its end, or cancel it first.',
      });
    }
    return deleteEvidence(ctx, tx, runUuid);
  });
}
