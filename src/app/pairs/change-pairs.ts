import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import {
  type DatasetPairRecord,
  deleteDatasetPair,
  insertDatasetPair,
} from '../../storage/queries/dataset-pairs.ts';
import { testsOfPair } from '../../storage/queries/validation-tests.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { requireDataset } from '../datasets/read-datasets.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { nameDependants } from '../name-dependants.ts';
import { requirePair } from './read-pairs.ts';

export interface NewPair {
  /** Null: made of the names of the datasets. */
  readonly name: string | null;
  readonly sourceDatasetUuid: string;
  readonly targetDatasetUuid: string;
}

export async function createPair(
  ctx: AppContext,
  caller: Caller,
  input: NewPair,
  retry: RetryKey,
): Promise<{ readonly pair: DatasetPairRecord; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const source = await requireDataset(tx, input.sourceDatasetUuid);
      const target = await requireDataset(tx, input.targetDatasetUuid);
      const datasetPairUuid = ctx.ids.uuid();
      const name = input.name ?? `${source.name} → ${target.name}`;
      await insertDatasetPair(tx, { ...input, datasetPairUuid, name, createdAt: ctx.clock.now() });
      return datasetPairUuid;
    });
    return { pair: await requirePair(tx, resourceUuid), replayed };
  });
}

export async function deletePair(
  ctx: AppContext,
  caller: Caller,
  input: { readonly datasetPairUuid: string; readonly ifMatch: string },
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { datasetPairUuid, version } = await requirePair(tx, input.datasetPairUuid);
    assertMatches(input.ifMatch, etagOf('datasetPair', datasetPairUuid, version));
    const tests = await testsOfPair(tx, { datasetPairUuid, names: 5 });
    if (tests.count > 0) {
      throw new AppError('dataset_pair_in_use', {
        detail: `${nameDependants(tests, 'test')} use the pair. Delete them first.`,
      });
    }
    if (await deleteDatasetPair(tx, { datasetPairUuid, expectedVersion: version })) return;
    throw new AppError('state_conflict', { detail: 'The pair changed at the same moment. Read it again.' });
  });
}
