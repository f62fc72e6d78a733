import { AppError } from '../../domain/app-error.ts';
import { type EntitlementRecord, getEntitlement } from '../../storage/queries/entitlements.ts';
import { getOrganization, type OrganizationRecord } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** An Organization is shown with its trial. */
export interface OrganizationView {
  readonly organization: OrganizationRecord;
  readonly entitlement: EntitlementRecord;
}

export async function loadOrganization(tx: TenantTx): Promise<OrganizationView> {
  const organization = await getOrganization(tx);
  const entitlement = await getEntitlement(tx);
  if (organization !== undefined && entitlement !== undefined) return { organization, entitlement };
  throw new AppError('not_found', { detail: 'The Organization no longer exists.' });
}
