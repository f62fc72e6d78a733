import { acceptInvitation } from '../../app/invitations/accept-invitation.ts';
import { createInvitation } from '../../app/invitations/create-invitation.ts';
import { readInvitation, readInvitations } from '../../app/invitations/read-invitations.ts';
import { revokeInvitation } from '../../app/invitations/revoke-invitation.ts';
import type { HandlersOf } from '../handler.ts';
import { invitationView } from '../views/invitation-view.ts';
import { memberView } from '../views/member-view.ts';

export const invitationHandlers: HandlersOf<
  | 'create_organization_invitation'
  | 'list_organization_invitations'
  | 'get_organization_invitation'
  | 'revoke_organization_invitation'
  | 'accept_organization_invitation'
> = {
  async create_organization_invitation({ ctx, caller, body, retry }) {
    const input = { email: body.email, role: body.role, expiresAt: new Date(body.expiresAt) };
    const { invitation, secret, replayed } = await createInvitation(ctx, caller, input, retry);
    return {
      status: 201,
      body: { ...invitationView(invitation, ctx.clock.now()), secret },
      headers: { location: `/api/v1/organization-invitations/${invitation.invitationUuid}`, replayed },
    };
  },

  async list_organization_invitations({ ctx, caller, query }) {
    const { items, nextCursor } = await readInvitations(ctx, caller, query);
    const now = ctx.clock.now();
    return { status: 200, body: { items: items.map((item) => invitationView(item, now)), nextCursor } };
  },

  async get_organization_invitation({ ctx, caller, params }) {
    const body = invitationView(await readInvitation(ctx, caller, params.invitationUuid), ctx.clock.now());
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async revoke_organization_invitation({ ctx, caller, params, ifMatch }) {
    const { invitationUuid } = params;
    const body = invitationView(
      await revokeInvitation(ctx, caller, { invitationUuid, ifMatch }),
      ctx.clock.now(),
    );
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async accept_organization_invitation({ ctx, caller, params, body: { secret }, retry }) {
    const { invitationUuid } = params;
    const { member, replayed } = await acceptInvitation(ctx, caller, { invitationUuid, secret }, retry);
    const body = memberView(member);
    return { status: 200, body, headers: { etag: body.etag, replayed } };
  },
};
