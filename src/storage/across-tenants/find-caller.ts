import type { Role } from '../../domain/roles.ts';
import type { EntitlementState } from '../queries/entitlements.ts';
import type { MemberStatus } from '../queries/members.ts';
import type { OrganizationStatus } from '../queries/organizations.ts';

export interface CallerRecord {
  readonly orgUuid: string;
  readonly organizationStatus: OrganizationStatus;
  readonly entitlementState: EntitlementState;
  readonly trialEndsAt: Date;
  readonly periodEndsAt: Date | null;
  /** Null when nobody is asked for, or the object id has never been a member. A removed member says so in its status. */
  readonly member: null | {
    readonly memberUuid: string;
    readonly role: Role;
    readonly status: MemberStatus;
  };
}
