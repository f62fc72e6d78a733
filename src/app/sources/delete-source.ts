import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { datasetsOfSource } from '../../storage/queries/datasets.ts';
import { deleteSource as deleteSourceRow } from '../../storage/queries/sources.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { nameDependants } from '../name-dependants.ts';
import { requireSource } from './read-sources.ts';

export async function deleteSource(
  ctx: AppContext,
  caller: Caller,
  input: { readonly sourceUuid: string; readonly ifMatch: string },
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { sourceUuid, version } = await requireSource(tx, input.sourceUuid);
    assertMatches(input.ifMatch, etagOf('source', sourceUuid, version));
    const datasets = await datasetsOfSource(tx, { sourceUuid, names: 5 });
    if (datasets.count > 0) {
      throw new AppError('source_in_use', {
        detail: `${nameDependants(datasets, 'dataset')} depend on the source. Delete them first.`,
      });
    }
    if (await deleteSourceRow(tx, { sourceUuid, expectedVersion: version })) return;
    throw new AppError('state_conflict', { detail: 'The source changed at the same moment. Read it again.' });
  });
}
