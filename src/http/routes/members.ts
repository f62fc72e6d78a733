import { removeMember, updateMember } from '../../app/members/change-member.ts';
import { readMember, readMembers } from '../../app/members/read-members.ts';
import type { HandlersOf } from '../handler.ts';
import { memberView } from '../views/member-view.ts';

export const memberHandlers: HandlersOf<
  | 'list_organization_members'
  | 'get_organization_member'
  | 'update_organization_member'
  | 'remove_organization_member'
> = {
  async list_organization_members({ ctx, caller, query }) {
    const { items, nextCursor } = await readMembers(ctx, caller, query);
    return { status: 200, body: { items: items.map(memberView), nextCursor } };
  },

  async get_organization_member({ ctx, caller, params }) {
    const body = memberView(await readMember(ctx, caller, params.memberUuid));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async update_organization_member({ ctx, caller, params, body: { role }, ifMatch }) {
    const { memberUuid } = params;
    const body = memberView(await updateMember(ctx, caller, { memberUuid, role, ifMatch }));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async remove_organization_member({ ctx, caller, params, ifMatch }) {
    await removeMember(ctx, caller, { memberUuid: params.memberUuid, ifMatch });
    return { status: 204, body: undefined };
  },
};
