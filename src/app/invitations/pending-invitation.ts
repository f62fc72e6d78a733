import { AppError } from '../../domain/app-error.ts';
import { type InvitationStatus, invitationStatusAt } from '../../domain/invitation.ts';
import { changeInvitationStatus, type InvitationRecord } from '../../storage/queries/invitations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** Ends a pending invitation, exactly once: of an acceptance and a revocation at the same moment one is refused. */
export async function endPendingInvitation(
  tx: TenantTx,
  invitation: InvitationRecord,
  end: { readonly at: Date } & (
    | { readonly to: 'revoked' }
    | { readonly to: 'accepted'; readonly acceptedBy: string }
  ),
): Promise<InvitationRecord> {
  const status = invitationStatusAt(invitation, end.at);
  if (status !== 'pending') throw notPending(status);
  const ended = await changeInvitationStatus(tx, {
    invitationUuid: invitation.invitationUuid,
    from: 'pending',
    ...end,
  });
  if (ended === undefined) throw notPending('no longer pending');
  return ended;
}

function notPending(status: InvitationStatus | 'no longer pending'): AppError {
  return new AppError('invitation_not_pending', {
    detail: `The invitation is ${status}. Create a new one to invite the person.`,
  });
}
