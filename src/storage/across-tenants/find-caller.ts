import { CompiledQuery } from 'kysely';
import type { EntitlementState } from '../../domain/entitlement.ts';
import type { Role } from '../../domain/roles.ts';
import type { Database } from '../databases/database.ts';
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

interface CallerRow extends Omit<CallerRecord, 'member'> {
  readonly memberUuid: string | null;
  readonly role: Role | null;
  readonly status: MemberStatus | null;
}

export async function findCaller(
  database: Database,
  input: { directoryId: string; objectId: string | null },
): Promise<CallerRecord | null> {
  const [row] = await database.read<CallerRow>(
    CompiledQuery.raw(
      `SELECT org_uuid AS "orgUuid", organization_status AS "organizationStatus",
              entitlement_state AS "entitlementState", trial_ends_at AS "trialEndsAt",
              period_ends_at AS "periodEndsAt", member_uuid AS "memberUuid", member_role AS role,
              member_status AS status
       FROM plumbline.find_caller($1, $2)`,
      [input.directoryId, input.objectId],
    ),
  );
  if (row === undefined) return null;
  const { memberUuid, role, status, ...organization } = row;
  const member = memberUuid && role && status ? { memberUuid, role, status } : null;
  return { ...organization, member };
}
