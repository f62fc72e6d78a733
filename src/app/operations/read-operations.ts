import { AppError } from '../../domain/app-error.ts';
import type { OperationStatus } from '../../domain/operation.ts';
import { getOperation, listOperations, type OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantRead } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readOperations(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly status: OperationStatus | null },
): Promise<Page<OperationRecord>> {
  const { status } = request;
  return readPage(
    ctx,
    { list: 'operations', orgUuid: caller.orgUuid, status },
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listOperations(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(status !== null && { status }),
        }),
      ),
    (operation) => [operation.operationUuid],
  );
}

export async function readOperation(
  ctx: AppContext,
  caller: Caller,
  operationUuid: string,
): Promise<OperationRecord> {
  return ctx.storage.readTenant(caller.orgUuid, (tx) => requireOperation(tx, operationUuid));
}

export async function requireOperation(tx: TenantRead, operationUuid: string): Promise<OperationRecord> {
  const operation = await getOperation(tx, operationUuid);
  if (operation !== undefined) return operation;
  throw new AppError('not_found', { detail: `No operation ${operationUuid} exists in this Organization.` });
}
