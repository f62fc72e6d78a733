import { AppError } from '../../domain/app-error.ts';
import { invitationStatusAt } from '../../domain/invitation.ts';
import type { Mailer } from '../../providers/mail/mailer.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import {
  getInvitation,
  type InvitationRecord,
  setInvitationDelivery,
} from '../../storage/queries/invitations.ts';
import { getOrganization } from '../../storage/queries/organizations.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { sendMail } from '../mail/send-mail.ts';
import { invitationMessage } from './invitation-message.ts';

/** The kind of background work and operation that sends an invitation. */
export const deliverInvitationKind = 'invitation.deliver';

/** Sends invitations. What is written about it is written with the end of the work, so it is never half true. */
export function deliverInvitation(ctx: AppContext, mailer: Mailer): WorkHandler {
  return {
    kind: deliverInvitationKind,
    // Longer than the mailer's own limit, so that its reason is the one that is told.
    timeoutMs: 60_000,
    async run(work) {
      const { invitation, organizationName } = await readDelivery(ctx, work);
      const { invitationUuid } = invitation;
      await sendMail(mailer, {
        to: invitation.email,
        messageId: `<invitation-${invitationUuid}@${new URL(ctx.settings.publicUrl).hostname}>`,
        ...invitationMessage({
          organizationName,
          role: invitation.role,
          expiresAt: invitation.expiresAt,
          link: `${ctx.settings.publicUrl}/invitations/${invitationUuid}#${ctx.invitationSecrets.secretOf(work.orgUuid, invitationUuid)}`,
        }),
      });
      return {
        async write(tx) {
          await setInvitationDelivery(tx, { invitationUuid, state: 'sent' });
        },
      };
    },
    async giveUp(tx, work) {
      await setInvitationDelivery(tx, { invitationUuid: invitationOf(work), state: 'failed' });
    },
  };
}

function invitationOf(work: ClaimedWork): string {
  return (work.payload as { readonly invitationUuid: string }).invitationUuid;
}

async function readDelivery(
  ctx: AppContext,
  work: ClaimedWork,
): Promise<{ invitation: InvitationRecord; organizationName: string }> {
  const { invitation, organization } = await ctx.storage.withTenant(work.orgUuid, async (tx) => ({
    invitation: await getInvitation(tx, invitationOf(work)),
    organization: await getOrganization(tx),
  }));
  if (invitation === undefined || organization === undefined) {
    throw new AppError('not_found', { detail: 'The invitation no longer exists.' });
  }
  const status = invitationStatusAt(invitation, ctx.clock.now());
  if (status !== 'pending') {
    throw new AppError('invitation_not_pending', {
      detail: `The invitation was ${status} before it could be sent.`,
    });
  }
  return { invitation, organizationName: organization.name };
}
