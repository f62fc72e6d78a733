import { factoryKey } from '../../domain/catalog/factory-key.ts';
import type { OperationStatus } from '../../domain/operation.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface FactoryOptionRecord {
  readonly subscriptionId: string;
  readonly subscriptionName: string | null;
  readonly resourceGroup: string;
  readonly factoryName: string;
  readonly location: string | null;
  readonly refreshedAt: Date;
  /** What they are ordered by, and told apart. */
  readonly optionKey: string;
}

const columns = [
  'subscription_id as subscriptionId',
  'subscription_name as subscriptionName',
  'resource_group as resourceGroup',
  'factory_name as factoryName',
  'location',
  'refreshed_at as refreshedAt',
  'option_key as optionKey',
] as const;

/** What the last refresh found, all of it: options that it did not find are gone. */
export async function replaceFactoryOptions(
  tx: TenantTx,
  options: readonly Omit<FactoryOptionRecord, 'optionKey'>[],
): Promise<void> {
  await tx.deleteFrom('plumbline.factory_options').execute();
  const byKey = new Map(options.map((option) => [factoryKey(option), option]));
  if (byKey.size === 0) return;
  await tx
    .insertInto('plumbline.factory_options')
    .values(
      [...byKey].map(([key, option]) => ({
        option_key: key,
        subscription_id: option.subscriptionId,
        subscription_name: option.subscriptionName,
        resource_group: option.resourceGroup,
        factory_name: option.factoryName,
        location: option.location,
        refreshed_at: option.refreshedAt,
      })),
    )
    .execute();
}

/** By name; `after` is the last key of the page before. */
export async function listFactoryOptions(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<FactoryOptionRecord[]> {
  let query = tx.selectFrom('plumbline.factory_options').select(columns);
  if (page.after !== null) query = query.where('option_key', '>', page.after);
  return await query.orderBy('option_key').limit(page.limit).execute();
}

export async function getFactoryOption(
  tx: TenantTx,
  optionKey: string,
): Promise<FactoryOptionRecord | undefined> {
  return await tx
    .selectFrom('plumbline.factory_options')
    .select(columns)
    .where('option_key', '=', optionKey)
    .executeTakeFirst();
}

/** The refresh that is under way, or was the last. */
export async function getFactoryRefresh(
  tx: TenantTx,
): Promise<{ readonly operationUuid: string; readonly status: OperationStatus } | undefined> {
  return await tx
    .selectFrom('plumbline.factory_refreshes as refresh')
    .innerJoin('plumbline.operations as operation', 'operation.operation_uuid', 'refresh.operation_uuid')
    .select(['refresh.operation_uuid as operationUuid', 'operation.status'])
    .executeTakeFirst();
}

export async function setFactoryRefresh(tx: TenantTx, operationUuid: string): Promise<void> {
  await tx
    .insertInto('plumbline.factory_refreshes')
    .values({ operation_uuid: operationUuid })
    .onConflict((conflict) => conflict.column('org_uuid').doUpdateSet({ operation_uuid: operationUuid }))
    .execute();
}
