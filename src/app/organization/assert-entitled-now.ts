import { assertEntitled } from '../../domain/entitlement.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { loadOrganization } from './organization-view.ts';

/** Refuses (402) where the trial or subscription of the Organization is over. */
export async function assertEntitledNow(ctx: AppContext, tx: TenantTx): Promise<void> {
  const { entitlement } = await loadOrganization(tx);
  assertEntitled(entitlement, ctx.clock.now());
}
