import { AppError } from '../../domain/app-error.ts';
import type { SourceKind } from '../../domain/catalog/source.ts';
import { getSource, listSources, type SourceRecord } from '../../storage/queries/sources.ts';
import type { TenantRead } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readSources(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly kind: SourceKind | null },
): Promise<Page<SourceRecord>> {
  const { kind } = request;
  return readPage(
    ctx,
    { list: 'sources', orgUuid: caller.orgUuid, kind },
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listSources(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(kind !== null && { kind }),
        }),
      ),
    (source) => [source.sourceUuid],
  );
}

export async function readSource(ctx: AppContext, caller: Caller, sourceUuid: string): Promise<SourceRecord> {
  return ctx.storage.readTenant(caller.orgUuid, (tx) => requireSource(tx, sourceUuid));
}

export async function requireSource(tx: TenantRead, sourceUuid: string): Promise<SourceRecord> {
  const source = await getSource(tx, sourceUuid);
  if (source !== undefined) return source;
  throw new AppError('not_found', {
    detail: `No discovery source ${sourceUuid} exists in this Organization.`,
  });
}
