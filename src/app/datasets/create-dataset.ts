import type { Locator } from '../../domain/catalog/locator.ts';
import { type DatasetRecord, insertDataset } from '../../storage/queries/datasets.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { requireSource } from '../sources/read-sources.ts';
import { assertLocatorFits, assertZone } from './dataset-rules.ts';
import { startPreparation } from './prepare-dataset.ts';
import { requireDataset } from './read-datasets.ts';

export interface NewDataset {
  readonly name: string;
  readonly sourceUuid: string;
  readonly locator: Locator;
  readonly zone: string | null;
}

/** Registers a dataset and has it prepared. */
export async function createDataset(
  ctx: AppContext,
  caller: Caller,
  input: NewDataset,
  retry: RetryKey,
): Promise<{ readonly dataset: DatasetRecord; readonly replayed: boolean }> {
  assertZone(input.zone);
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const source = await requireSource(tx, input.sourceUuid);
      assertLocatorFits(input.locator, source.kind);
      await assertEntitledNow(ctx, tx);
      const datasetUuid = ctx.ids.uuid();
      const preparationUuid = await startPreparation(ctx, tx, datasetUuid, source.kind);
      await insertDataset(tx, { ...input, datasetUuid, preparationUuid, createdAt: ctx.clock.now() });
      return datasetUuid;
    });
    return { dataset: await requireDataset(tx, resourceUuid), replayed };
  });
}
