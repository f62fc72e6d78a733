import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { datasetsOfSource } from '../../storage/queries/datasets.ts';
import { deleteSource } from '../../storage/queries/sources.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { nameDependants } from '../name-dependants.ts';
import { requireConnection, requireRemovalPlan } from './read-connections.ts';
import { changedMeanwhile, planEtag } from './stage-removal.ts';

/**
 * Removes what the service knows of a platform, its secret included; answers with the ETag that was removed. The
 * platform itself is not called: who may do what there is its administrators' to decide.
 */
export async function removeConnection(
  ctx: AppContext,
  caller: Caller,
  input: { readonly sourceUuid: string; readonly ifMatch: string },
): Promise<string> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { sourceUuid, version, stagedRemovalPlanUuid } = await requireConnection(tx, input.sourceUuid);
    const etag = etagOf('source', sourceUuid, version);
    const reviewed =
      stagedRemovalPlanUuid === null
        ? []
        : [planEtag(await requireRemovalPlan(tx, { sourceUuid, planUuid: stagedRemovalPlanUuid }))];
    assertMatches(input.ifMatch, etag, ...reviewed);
    const datasets = await datasetsOfSource(tx, { sourceUuid, names: 5 });
    if (datasets.count > 0) {
      throw new AppError('source_in_use', {
        detail: `${nameDependants(datasets, 'dataset')} depend on the connection. Delete them first.`,
      });
    }
    if (!(await deleteSource(tx, { sourceUuid, expectedVersion: version }))) throw changedMeanwhile();
    return etag;
  });
}
