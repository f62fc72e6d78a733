import { assertMatches, etagOf } from '../../domain/etag.ts';
import type { InvitationRecord } from '../../storage/queries/invitations.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { tellRevocation } from '../events/member-events.ts';
import { endPendingInvitation } from './pending-invitation.ts';
import { requireInvitation } from './read-invitations.ts';

export async function revokeInvitation(
  ctx: AppContext,
  caller: Caller,
  input: { readonly invitationUuid: string; readonly ifMatch: string },
): Promise<InvitationRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const invitation = await requireInvitation(tx, input.invitationUuid);
    assertMatches(input.ifMatch, etagOf('invitation', invitation.invitationUuid, invitation.version));
    const revoked = await endPendingInvitation(tx, invitation, { to: 'revoked', at: ctx.clock.now() });
    tellRevocation(ctx, tx, revoked);
    return revoked;
  });
}
