import { AppError } from '../../domain/app-error.ts';
import { getMember, listMembers, type MemberRecord } from '../../storage/queries/members.ts';
import type { TenantRead } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readMembers(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest,
): Promise<Page<MemberRecord>> {
  const binding = { list: 'members', orgUuid: caller.orgUuid, limit: request.limit };
  return readPage(
    ctx,
    binding,
    request,
    (limit, after) =>
      ctx.storage.readTenant(caller.orgUuid, (tx) =>
        listMembers(tx, { limit, after: after === null ? null : String(after[0]) }),
      ),
    (member) => [member.memberUuid],
  );
}

export async function readMember(ctx: AppContext, caller: Caller, memberUuid: string): Promise<MemberRecord> {
  return ctx.storage.readTenant(caller.orgUuid, (tx) => requireMember(tx, memberUuid));
}

/** A removed member is no longer found: the membership is what the id names. */
export async function requireMember(tx: TenantRead, memberUuid: string): Promise<MemberRecord> {
  const member = await getMember(tx, memberUuid);
  if (member?.status === 'active') return member;
  throw new AppError('not_found', { detail: `No member ${memberUuid} exists in this Organization.` });
}
