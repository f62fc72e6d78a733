import type { Static } from 'typebox';
import type { Caller } from '../../app/caller.ts';
import type { OrganizationView } from '../../app/organization/organization-view.ts';
import type { EntitlementView } from '../../app/organization/read-organization.ts';
import type {
  V1Access,
  V1Entitlement,
  V1Organization,
  V1Trial,
} from '../../contract/schemas/organization.ts';
import { etagOf } from '../../domain/etag.ts';

export function organizationView({
  organization,
  entitlement,
}: OrganizationView): Static<typeof V1Organization> {
  return {
    organizationUuid: organization.orgUuid,
    name: organization.name,
    directoryId: organization.directoryId,
    status: organization.status,
    trial: trialView(entitlement),
    createdAt: organization.createdAt.toISOString(),
    etag: etagOf('organization', organization.orgUuid, organization.version),
  };
}

export function entitlementView(
  { entitlement, state }: EntitlementView,
  orgUuid: string,
): Static<typeof V1Entitlement> {
  return {
    state,
    trial: trialView(entitlement),
    planKey: entitlement.planKey,
    periodEndsAt: entitlement.periodEndsAt?.toISOString() ?? null,
    etag: etagOf('entitlement', orgUuid, entitlement.version),
  };
}

export function accessView({ principal, role, memberUuid }: Caller): Static<typeof V1Access> {
  return principal.kind === 'delegated'
    ? { kind: 'person', role, memberUuid, displayName: principal.displayName, email: principal.email }
    : { kind: 'application', role, memberUuid: null, displayName: null, email: null };
}

function trialView(trial: { trialStartedAt: Date; trialEndsAt: Date }): Static<typeof V1Trial> {
  return { startedAt: trial.trialStartedAt.toISOString(), endsAt: trial.trialEndsAt.toISOString() };
}
