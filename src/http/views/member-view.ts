import type { Static } from 'typebox';
import type { readMember } from '../../app/members/read-members.ts';
import type { V1OrganizationMember } from '../../contract/schemas/members.ts';
import { etagOf } from '../../domain/etag.ts';

export function memberView(
  member: Awaited<ReturnType<typeof readMember>>,
): Static<typeof V1OrganizationMember> {
  return {
    memberUuid: member.memberUuid,
    displayName: member.displayName,
    email: member.email,
    role: member.role,
    status: member.status,
    joinedAt: member.joinedAt.toISOString(),
    etag: etagOf('member', member.memberUuid, member.version),
  };
}
