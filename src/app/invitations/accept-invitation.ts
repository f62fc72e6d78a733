import { AppError } from '../../domain/app-error.ts';
import type { DelegatedPrincipal } from '../../domain/principal.ts';
import type { InvitationRecord } from '../../storage/queries/invitations.ts';
import {
  findMemberByIdentity,
  insertMember,
  type MemberRecord,
  reactivateMember,
} from '../../storage/queries/members.ts';
import { lockOrganization } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Person } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { tellAcceptance } from '../events/member-events.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireMember } from '../members/read-members.ts';
import { secretMatches } from './invitation-secret.ts';
import { endPendingInvitation } from './pending-invitation.ts';
import { requireInvitation } from './read-invitations.ts';

export interface Acceptance {
  readonly member: MemberRecord;
  readonly replayed: boolean;
}

/** Makes a person of the same directory who holds the secret a member. */
export async function acceptInvitation(
  ctx: AppContext,
  person: Person,
  input: { readonly invitationUuid: string; readonly secret: string },
  retry: RetryKey,
): Promise<Acceptance> {
  const { directoryId, objectId } = person.principal;
  const record = await ctx.storage.findCaller({ directoryId, objectId });
  if (record === null) {
    throw new AppError('organization_not_activated', {
      detail: 'No Organization has been activated for the directory of this token.',
    });
  }
  return ctx.storage.withTenant(record.orgUuid, async (tx) => {
    await lockOrganization(tx);
    const { resourceUuid, replayed } = await once(ctx, tx, person.principal, retry, async () => {
      const invitation = await requireInvitation(tx, input.invitationUuid);
      assertSecret(input.secret, invitation);
      return join(ctx, tx, person.principal, invitation);
    });
    return { member: await requireMember(tx, resourceUuid), replayed };
  });
}

async function join(
  ctx: AppContext,
  tx: TenantTx,
  principal: DelegatedPrincipal,
  invitation: InvitationRecord,
): Promise<string> {
  const joinedAt = ctx.clock.now();
  const { directoryId, objectId, displayName, email } = principal;
  const former = await findMemberByIdentity(tx, { directoryId, objectId });
  if (former?.status === 'active') {
    throw new AppError('member_exists', {
      detail: 'The signed-in account is a member of the Organization already.',
    });
  }
  const memberUuid = former?.memberUuid ?? ctx.ids.uuid();
  const person = { memberUuid, displayName, email, role: invitation.role, joinedAt };
  if (former) await reactivateMember(tx, person);
  else await insertMember(tx, { ...person, directoryId, objectId });
  await endPendingInvitation(tx, invitation, { to: 'accepted', at: joinedAt, acceptedBy: memberUuid });
  tellAcceptance(ctx, tx, invitation, memberUuid);
  return memberUuid;
}

/** Checked before anything else is said about the invitation. */
function assertSecret(secret: string, invitation: InvitationRecord): void {
  if (secretMatches(secret, invitation.secretHash)) return;
  throw new AppError('invitation_secret_invalid', {
    detail: 'The secret does not belong to this invitation. Use the link exactly as it was delivered.',
  });
}
