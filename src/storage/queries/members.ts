import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { Role } from '../../domain/roles.ts';
import { violates } from '../databases/failures.ts';
import { emailKey } from '../email-key.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

export type MemberStatus = 'active' | 'removed';

export interface MemberRecord {
  readonly memberUuid: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly status: MemberStatus;
  readonly joinedAt: Date;
  readonly version: number;
}

export interface NewMember {
  readonly memberUuid: string;
  readonly directoryId: string;
  readonly objectId: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly joinedAt: Date;
}

const columns = [
  'member_uuid as memberUuid',
  'display_name as displayName',
  'email',
  'role',
  'status',
  'joined_at as joinedAt',
  'version',
] as const;

// Written out, not a parameter: a prepared plan only uses a partial index whose condition it can see.
const isActive = sql.lit<MemberStatus>('active');

/** A person who is or was a member already is `member_exists`. */
export async function insertMember(tx: TenantTx, input: NewMember): Promise<MemberRecord> {
  try {
    return await tx
      .insertInto('plumbline.members')
      .values({
        member_uuid: input.memberUuid,
        directory_id: input.directoryId,
        object_id: input.objectId,
        display_name: input.displayName,
        email: input.email,
        email_key: emailKey(input.email),
        role: input.role,
        joined_at: input.joinedAt,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!violates(error, 'members_identity')) throw error;
    const detail =
      'The account is known to the Organization as a member already. Read the members to find it.';
    throw new AppError('member_exists', { detail }, { cause: error });
  }
}

export async function getMember(tx: TenantRead, memberUuid: string): Promise<MemberRecord | undefined> {
  return await tx
    .selectFrom('plumbline.members')
    .select(columns)
    .where('member_uuid', '=', memberUuid)
    .executeTakeFirst();
}

/** Active or removed. */
export async function findMemberByIdentity(
  tx: TenantTx,
  identity: { directoryId: string; objectId: string },
): Promise<MemberRecord | undefined> {
  return await tx
    .selectFrom('plumbline.members')
    .select(columns)
    .where('directory_id', '=', identity.directoryId)
    .where('object_id', '=', identity.objectId)
    .executeTakeFirst();
}

/** The case of the address does not count. */
export async function findActiveMemberByEmail(
  tx: TenantTx,
  email: string,
): Promise<MemberRecord | undefined> {
  return await tx
    .selectFrom('plumbline.members')
    .select(columns)
    .where('email_key', '=', emailKey(email))
    .where('status', '=', isActive)
    .orderBy('member_uuid')
    .limit(1)
    .executeTakeFirst();
}

/** Active members, in the order of their ids: that in which they were created. */
export async function listMembers(
  tx: TenantRead,
  page: { limit: number; after: string | null },
): Promise<MemberRecord[]> {
  let query = tx.selectFrom('plumbline.members').select(columns).where('status', '=', 'active');
  if (page.after !== null) query = query.where('member_uuid', '>', page.after);
  return await query.orderBy('member_uuid').limit(page.limit).execute();
}

/** What a caller has read and now wants to change. */
export interface MemberVersion {
  readonly memberUuid: string;
  readonly expectedVersion: number;
}

function changeActive(tx: TenantTx, { memberUuid, expectedVersion }: MemberVersion) {
  return tx
    .updateTable('plumbline.members')
    .set({ version: sql`version + 1` })
    .where('member_uuid', '=', memberUuid)
    .where('version', '=', expectedVersion)
    .where('status', '=', 'active')
    .returning(columns);
}

/** Undefined when no active member has this id and version. */
export async function updateMemberRole(
  tx: TenantTx,
  input: MemberVersion & { readonly role: Role },
): Promise<MemberRecord | undefined> {
  return await changeActive(tx, input).set({ role: input.role }).executeTakeFirst();
}

/** Undefined when no active member has this id and version. */
export async function removeMember(tx: TenantTx, input: MemberVersion): Promise<MemberRecord | undefined> {
  return await changeActive(tx, input).set({ status: 'removed' }).executeTakeFirst();
}

/** A removed member comes back, with the role and the details of today. Undefined when none was removed. */
export async function reactivateMember(
  tx: TenantTx,
  input: { memberUuid: string; role: Role; displayName: string | null; email: string | null; joinedAt: Date },
): Promise<MemberRecord | undefined> {
  return await tx
    .updateTable('plumbline.members')
    .set({
      status: 'active',
      role: input.role,
      display_name: input.displayName,
      email: input.email,
      email_key: emailKey(input.email),
      joined_at: input.joinedAt,
      version: sql`version + 1`,
    })
    .where('member_uuid', '=', input.memberUuid)
    .where('status', '=', 'removed')
    .returning(columns)
    .executeTakeFirst();
}

/** Only tells the truth for the rest of the transaction after `lockOrganization`. */
export async function countActiveOwners(tx: TenantTx): Promise<number> {
  const { owners } = await tx
    .selectFrom('plumbline.members')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('role', '=', sql.lit<Role>('owner'))
    .where('status', '=', isActive)
    .executeTakeFirstOrThrow();
  return owners;
}
