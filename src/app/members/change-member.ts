import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import type { Role } from '../../domain/roles.ts';
import {
  countActiveOwners,
  type MemberRecord,
  removeMember as removeMemberRow,
  updateMemberRole,
} from '../../storage/queries/members.ts';
import { lockOrganization } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { tellMember, tellRole } from '../events/member-events.ts';
import { requireMember } from './read-members.ts';

export async function updateMember(
  ctx: AppContext,
  caller: Caller,
  input: { readonly memberUuid: string; readonly ifMatch: string; readonly role: Role },
): Promise<MemberRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const member = await reviewedMember(tx, input);
    if (member.role === input.role) return member;
    if (member.role === 'owner') await assertAnotherOwner(tx);
    const updated = await updateMemberRole(tx, {
      memberUuid: member.memberUuid,
      expectedVersion: member.version,
      role: input.role,
    });
    if (updated === undefined) changedMeanwhile();
    tellRole(ctx, tx, updated, member.role);
    return updated;
  });
}

export async function removeMember(
  ctx: AppContext,
  caller: Caller,
  input: { readonly memberUuid: string; readonly ifMatch: string },
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const member = await reviewedMember(tx, input);
    if (member.role === 'owner') await assertAnotherOwner(tx);
    const removed = await removeMemberRow(tx, {
      memberUuid: member.memberUuid,
      expectedVersion: member.version,
    });
    if (removed === undefined) changedMeanwhile();
    tellMember(ctx, tx, 'removed', removed);
  });
}

/**
 * The member as the caller reviewed it. Changes of members take their turn behind a lock of the Organization's row:
 * two Owners who demote each other at once would otherwise both see the other one still there.
 */
async function reviewedMember(
  tx: TenantTx,
  input: { readonly memberUuid: string; readonly ifMatch: string },
): Promise<MemberRecord> {
  await lockOrganization(tx);
  const member = await requireMember(tx, input.memberUuid);
  assertMatches(input.ifMatch, etagOf('member', member.memberUuid, member.version));
  return member;
}

async function assertAnotherOwner(tx: TenantTx): Promise<void> {
  if ((await countActiveOwners(tx)) > 1) return;
  throw new AppError('last_owner', {
    detail: 'This member is the last active Owner. Make another member an Owner first.',
  });
}

function changedMeanwhile(): never {
  throw new AppError('state_conflict', {
    detail: 'The member changed at the same moment. Read it again and retry.',
  });
}
