import type { Static } from 'typebox';
import type { readInvitation } from '../../app/invitations/read-invitations.ts';
import type { V1OrganizationInvitation } from '../../contract/schemas/invitations.ts';
import { etagOf } from '../../domain/etag.ts';
import { invitationStatusAt } from '../../domain/invitation.ts';

export function invitationView(
  invitation: Awaited<ReturnType<typeof readInvitation>>,
  now: Date,
): Static<typeof V1OrganizationInvitation> {
  return {
    invitationUuid: invitation.invitationUuid,
    email: invitation.email,
    role: invitation.role,
    status: invitationStatusAt(invitation, now),
    delivery: { state: invitation.deliveryState },
    expiresAt: invitation.expiresAt.toISOString(),
    createdAt: invitation.createdAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
    etag: etagOf('invitation', invitation.invitationUuid, invitation.version),
  };
}
