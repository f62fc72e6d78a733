import type { Role } from '../../domain/roles.ts';
import type { TenantTx } from '../tenant-tx.ts';

export type MemberStatus = 'active' | 'removed';

export interface MemberRecord {
  readonly memberUuid: string;
  readonly directoryId: string;
  readonly objectId: string;
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

/** A person who is or was a member already is `member_exists`. */
export declare function insertMember(tx: TenantTx, input: NewMember): Promise<MemberRecord>;

export declare function getMember(tx: TenantTx, memberUuid: string): Promise<MemberRecord | undefined>;

/** Active or removed. */
export declare function findMemberByIdentity(
  tx: TenantTx,
  identity: { directoryId: string; objectId: string },
): Promise<MemberRecord | undefined>;

/** The case of the address does not count. */
export declare function findActiveMemberByEmail(
  tx: TenantTx,
  email: string,
): Promise<MemberRecord | undefined>;

/** Active members, in the order in which they were created. */
export declare function listMembers(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<MemberRecord[]>;

/** Undefined when no active member has this id and version. */
export declare function updateMemberRole(
  tx: TenantTx,
  input: { memberUuid: string; expectedVersion: number; role: Role },
): Promise<MemberRecord | undefined>;

/** Undefined when no active member has this id and version. */
export declare function removeMember(
  tx: TenantTx,
  input: { memberUuid: string; expectedVersion: number },
): Promise<MemberRecord | undefined>;

/** A removed member comes back, with the role and the details of today. Undefined when none was removed. */
export declare function reactivateMember(
  tx: TenantTx,
  input: { memberUuid: string; role: Role; displayName: string | null; email: string | null; joinedAt: Date },
): Promise<MemberRecord | undefined>;

/** Only tells the truth for the rest of the transaction after `lockOrganization`. */
export declare function countActiveOwners(tx: TenantTx): Promise<number>;
