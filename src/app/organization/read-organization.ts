import { type EntitlementState, entitlementAt } from '../../domain/entitlement.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { loadOrganization, type OrganizationView } from './organization-view.ts';

export async function readOrganization(ctx: AppContext, caller: Caller): Promise<OrganizationView> {
  return ctx.storage.withTenant(caller.orgUuid, loadOrganization);
}

export interface EntitlementView {
  readonly entitlement: OrganizationView['entitlement'];
  /** What holds now; the record says what the last event made of it. */
  readonly state: EntitlementState;
}

export async function readEntitlement(ctx: AppContext, caller: Caller): Promise<EntitlementView> {
  const { entitlement } = await readOrganization(ctx, caller);
  return { entitlement, state: entitlementAt(entitlement, ctx.clock.now()) };
}
