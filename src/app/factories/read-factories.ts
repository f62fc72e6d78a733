import { AppError } from '../../domain/app-error.ts';
import { factoryKey } from '../../domain/catalog/factory-key.ts';
import type { FactorySettings } from '../../domain/catalog/source.ts';
import {
  type FactoryOptionRecord,
  getFactoryOption,
  listFactoryOptions,
} from '../../storage/queries/factories.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';
import { assertNoRefresh } from './refresh-factories.ts';

export async function readFactoryOptions(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest,
): Promise<Page<FactoryOptionRecord>> {
  return readPage(
    ctx,
    { list: 'factory-options', orgUuid: caller.orgUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(caller.orgUuid, (tx) =>
        listFactoryOptions(tx, { limit, after: after === null ? null : String(after[0]) }),
      ),
    (option) => [option.optionKey],
  );
}

/** A factory is selected from the options of a refresh that has ended, never made up. */
export async function assertSelectable(tx: TenantTx, settings: FactorySettings): Promise<void> {
  await assertNoRefresh(tx);
  if ((await getFactoryOption(tx, factoryKey(settings))) !== undefined) return;
  const detail =
    'No such data factory is among the options. Refresh them, and select one that the list shows.';
  throw new AppError('validation_failed', {
    detail,
    errors: [{ pointer: '/settings/factoryName', code: 'factory_unknown', detail }],
  });
}
