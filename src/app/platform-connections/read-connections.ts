import { AppError } from '../../domain/app-error.ts';
import type { PlatformKind } from '../../domain/catalog/source.ts';
import {
  type ConnectionRecord,
  getConnection,
  getRemovalPlan,
  listConnections,
  listRemovalPlans,
  type RemovalPlanRecord,
} from '../../storage/queries/platform-connections.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readConnections(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly kind: PlatformKind | null },
): Promise<Page<ConnectionRecord>> {
  const { kind } = request;
  return readPage(
    ctx,
    { list: 'platform-connections', orgUuid: caller.orgUuid, kind },
    request,
    (limit, after) =>
      ctx.storage.withTenant(caller.orgUuid, (tx) =>
        listConnections(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(kind !== null && { kind }),
        }),
      ),
    (connection) => [connection.sourceUuid],
  );
}

export async function readConnection(
  ctx: AppContext,
  caller: Caller,
  sourceUuid: string,
): Promise<ConnectionRecord> {
  return ctx.storage.withTenant(caller.orgUuid, (tx) => requireConnection(tx, sourceUuid));
}

export async function readRemovalPlans(
  ctx: AppContext,
  { orgUuid }: Caller,
  { sourceUuid, ...request }: PageRequest & { readonly sourceUuid: string },
): Promise<Page<RemovalPlanRecord>> {
  return readPage(
    ctx,
    { list: 'removal-plans', orgUuid, sourceUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, async (tx) => {
        await requireConnection(tx, sourceUuid);
        return listRemovalPlans(tx, { sourceUuid, limit, after: after === null ? null : String(after[0]) });
      }),
    ({ planUuid }) => [planUuid],
  );
}

export async function readRemovalPlan(
  ctx: AppContext,
  caller: Caller,
  path: { readonly sourceUuid: string; readonly planUuid: string },
): Promise<RemovalPlanRecord> {
  return ctx.storage.withTenant(caller.orgUuid, (tx) => requireRemovalPlan(tx, path));
}

export async function requireConnection(tx: TenantTx, sourceUuid: string): Promise<ConnectionRecord> {
  const connection = await getConnection(tx, sourceUuid);
  if (connection !== undefined) return connection;
  throw new AppError('not_found', {
    detail: `No platform connection ${sourceUuid} exists in this Organization.`,
  });
}

export async function requireRemovalPlan(
  tx: TenantTx,
  { sourceUuid, planUuid }: { readonly sourceUuid: string; readonly planUuid: string },
): Promise<RemovalPlanRecord> {
  const plan = await getRemovalPlan(tx, { sourceUuid, planUuid });
  if (plan !== undefined) return plan;
  throw new AppError('not_found', {
    detail: `No removal plan ${planUuid} of the platform connection ${sourceUuid} exists in this Organization.`,
  });
}
