import type { InvitationFacts, MemberFacts } from '../../domain/events/event-data.ts';
import type { Role } from '../../domain/roles.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { type EventContext, recordEvent } from './record-event.ts';

export function tellMember(
  ctx: EventContext,
  tx: TenantTx,
  what: 'added' | 'removed',
  { memberUuid, role }: MemberFacts,
): void {
  recordEvent(ctx, tx, {
    type: `plumbline.member.${what}`,
    subject: `organization-members/${memberUuid}`,
    data: { memberUuid, role },
  });
}

export function tellRole(
  ctx: EventContext,
  tx: TenantTx,
  { memberUuid, role }: MemberFacts,
  previousRole: Role,
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.member.role_changed',
    subject: `organization-members/${memberUuid}`,
    data: { memberUuid, role, previousRole },
  });
}

export function tellInvitation(
  ctx: EventContext,
  tx: TenantTx,
  { invitationUuid, role }: InvitationFacts,
  expiresAt: Date,
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.invitation.created',
    subject: `organization-invitations/${invitationUuid}`,
    data: { invitationUuid, role, expiresAt: expiresAt.toISOString() },
  });
}

export function tellRevocation(
  ctx: EventContext,
  tx: TenantTx,
  { invitationUuid, role }: InvitationFacts,
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.invitation.revoked',
    subject: `organization-invitations/${invitationUuid}`,
    data: { invitationUuid, role },
  });
}

/** Somebody accepted, and is a member now. */
export function tellAcceptance(
  ctx: EventContext,
  tx: TenantTx,
  { invitationUuid, role }: InvitationFacts,
  memberUuid: string,
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.invitation.accepted',
    subject: `organization-invitations/${invitationUuid}`,
    data: { invitationUuid, role, memberUuid },
  });
  tellMember(ctx, tx, 'added', { memberUuid, role });
}
