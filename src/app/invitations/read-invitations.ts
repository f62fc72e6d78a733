import { AppError } from '../../domain/app-error.ts';
import type { InvitationStatus } from '../../domain/invitation.ts';
import { getInvitation, type InvitationRecord, listInvitations } from '../../storage/queries/invitations.ts';
import type { TenantRead } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readInvitations(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly status: InvitationStatus | null },
): Promise<Page<InvitationRecord>> {
  const binding = { list: 'invitations', orgUuid: caller.orgUuid, status: request.status };
  return readPage(
    ctx,
    binding,
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listInvitations(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          now: ctx.clock.now(),
          ...(request.status !== null && { status: request.status }),
        }),
      ),
    (invitation) => [invitation.invitationUuid],
  );
}

export async function readInvitation(
  ctx: AppContext,
  caller: Caller,
  invitationUuid: string,
): Promise<InvitationRecord> {
  return ctx.storage.readTenant(caller.orgUuid, (tx) => requireInvitation(tx, invitationUuid));
}

export async function requireInvitation(tx: TenantRead, invitationUuid: string): Promise<InvitationRecord> {
  const invitation = await getInvitation(tx, invitationUuid);
  if (invitation !== undefined) return invitation;
  throw new AppError('not_found', { detail: `No invitation ${invitationUuid} exists in this Organization.` });
}
