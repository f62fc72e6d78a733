import { AppError } from '../../domain/app-error.ts';
import type { ReachableSource } from '../../domain/catalog/source.ts';
import { getSource } from '../../storage/queries/sources.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

/** A source with its password, for an executor that is to reach it. */
export async function reachableSource(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  sourceUuid: string,
): Promise<ReachableSource> {
  const source = await getSource(tx, sourceUuid);
  if (source === undefined) throw gone(`The source ${sourceUuid}`);
  const { settings, secret } = source;
  const password = secret === null ? null : ctx.sourceSecrets.decrypt({ orgUuid, sourceUuid }, secret);
  return { sourceUuid, settings, password };
}

/** It was there when the work was queued. */
export function gone(what: string): AppError {
  return new AppError('not_found', { detail: `${what} was deleted before the work began.` });
}
