import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { EnvironmentState, ResourceNames } from '../../domain/environment/environment.ts';
import { violates } from '../databases/failures.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface EnvironmentRecord {
  readonly environmentUuid: string;
  readonly name: string;
  readonly subscriptionId: string;
  readonly location: string;
  readonly browserReaderGroupId: string | null;
  readonly state: EnvironmentState;
  readonly resourceNames: ResourceNames;
  readonly installerExpiresAt: Date;
  /** The executor's managed identity, once it is registered. */
  readonly executorDirectoryId: string | null;
  readonly executorObjectId: string | null;
  readonly provisionBy: Date | null;
  readonly operationUuid: string;
  readonly createdAt: Date;
  readonly version: number;
}

export type NewEnvironment = Pick<
  EnvironmentRecord,
  | 'environmentUuid'
  | 'name'
  | 'subscriptionId'
  | 'location'
  | 'browserReaderGroupId'
  | 'resourceNames'
  | 'installerExpiresAt'
  | 'operationUuid'
  | 'createdAt'
>;

const columns = [
  'environment_uuid as environmentUuid',
  'name',
  'subscription_id as subscriptionId',
  'location',
  'browser_reader_group_id as browserReaderGroupId',
  'state',
  'resource_names as resourceNames',
  'installer_expires_at as installerExpiresAt',
  'executor_directory_id as executorDirectoryId',
  'executor_object_id as executorObjectId',
  'provision_by as provisionBy',
  'operation_uuid as operationUuid',
  'created_at as createdAt',
  'version',
] as const;

/** An Organization that has an active one already is `environment_exists`. */
export async function insertEnvironment(tx: TenantTx, input: NewEnvironment): Promise<void> {
  try {
    await tx
      .insertInto('plumbline.environments')
      .values({
        environment_uuid: input.environmentUuid,
        name: input.name,
        subscription_id: input.subscriptionId,
        location: input.location,
        browser_reader_group_id: input.browserReaderGroupId,
        resource_names: JSON.stringify(input.resourceNames),
        installer_expires_at: input.installerExpiresAt,
        operation_uuid: input.operationUuid,
        created_at: input.createdAt,
      })
      .execute();
  } catch (error) {
    if (!violates(error, 'environments_active')) throw error;
    const detail = 'The Organization has an execution environment. Retire it before recording another.';
    throw new AppError('environment_exists', { detail }, { cause: error });
  }
}

/** The one that is not retired. */
export async function getActiveEnvironment(tx: TenantTx): Promise<EnvironmentRecord | undefined> {
  return await tx
    .selectFrom('plumbline.environments')
    .select(columns)
    .where('state', '<>', sql.lit<EnvironmentState>('retired'))
    .executeTakeFirst();
}

/** Retired ones too. */
export async function getEnvironment(
  tx: TenantTx,
  environmentUuid: string,
): Promise<EnvironmentRecord | undefined> {
  return await tx
    .selectFrom('plumbline.environments')
    .select(columns)
    .where('environment_uuid', '=', environmentUuid)
    .executeTakeFirst();
}

/** What is deployed; undefined unless it is made and the environment is active. */
export async function getInstallerTemplate(tx: TenantTx, environmentUuid: string): Promise<unknown> {
  const found = await tx
    .selectFrom('plumbline.environments')
    .select('template')
    .where('environment_uuid', '=', environmentUuid)
    .where('state', '<>', 'retired')
    .executeTakeFirst();
  return found?.template ?? undefined;
}

/** Whether an active environment has registered this identity, and is in which state. */
export async function findEnvironmentOf(
  tx: TenantTx,
  identity: { readonly directoryId: string; readonly objectId: string },
): Promise<EnvironmentState | undefined> {
  const found = await tx
    .selectFrom('plumbline.environments')
    .select('state')
    .where('state', '<>', sql.lit<EnvironmentState>('retired'))
    .where('executor_directory_id', '=', identity.directoryId)
    .where('executor_object_id', '=', identity.objectId)
    .executeTakeFirst();
  return found?.state;
}

export interface EnvironmentChange {
  readonly environmentUuid: string;
  /** Changes nothing in another state: another request or a retirement was faster. */
  readonly from: readonly EnvironmentState[];
  readonly to: EnvironmentState;
  readonly expectedVersion?: number;
  readonly template?: unknown;
  readonly executor?: { readonly directoryId: string; readonly objectId: string };
  readonly provisionBy?: Date;
  readonly operationUuid?: string;
}

/** False when it is in none of the states that the change starts from, or has another version by now. */
export async function changeEnvironment(tx: TenantTx, change: EnvironmentChange): Promise<boolean> {
  let query = tx
    .updateTable('plumbline.environments')
    .set({
      state: change.to,
      version: sql`version + 1`,
      ...(change.template !== undefined && { template: JSON.stringify(change.template) }),
      ...(change.executor !== undefined && {
        executor_directory_id: change.executor.directoryId,
        executor_object_id: change.executor.objectId,
      }),
      ...(change.provisionBy !== undefined && { provision_by: change.provisionBy }),
      ...(change.operationUuid !== undefined && { operation_uuid: change.operationUuid }),
    })
    .where('environment_uuid', '=', change.environmentUuid)
    .where('state', 'in', change.from);
  if (change.expectedVersion !== undefined) query = query.where('version', '=', change.expectedVersion);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
