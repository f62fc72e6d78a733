import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { DeliveryState, InvitationStatus } from '../../domain/invitation.ts';
import type { Role } from '../../domain/roles.ts';
import { violates } from '../databases/failures.ts';
import { emailKey } from '../email-key.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

export interface InvitationRecord {
  readonly invitationUuid: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InvitationStatus;
  readonly deliveryState: DeliveryState;
  /** SHA-256 of the one-time secret, in lower-case hex. */
  readonly secretHash: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** The principal's key (`principalKey`): an application may invite too. */
  readonly createdBy: string;
  readonly acceptedAt: Date | null;
  /** The member that it made. */
  readonly acceptedBy: string | null;
  readonly version: number;
}

export interface NewInvitation {
  readonly invitationUuid: string;
  readonly email: string;
  readonly role: Role;
  readonly deliveryState: DeliveryState;
  readonly secretHash: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
}

const columns = [
  'invitation_uuid as invitationUuid',
  'email',
  'role',
  'status',
  'delivery_state as deliveryState',
  'secret_hash as secretHash',
  'expires_at as expiresAt',
  'created_at as createdAt',
  'created_by as createdBy',
  'accepted_at as acceptedAt',
  'accepted_by as acceptedBy',
  'version',
] as const;

/**
 * A pending invitation for the same address, whatever its case, is `invitation_pending`. One that has run out still
 * counts until `expireInvitations` has been called.
 */
export async function insertInvitation(tx: TenantTx, input: NewInvitation): Promise<InvitationRecord> {
  try {
    return await tx
      .insertInto('plumbline.invitations')
      .values({
        invitation_uuid: input.invitationUuid,
        email: input.email,
        email_key: emailKey(input.email),
        role: input.role,
        delivery_state: input.deliveryState,
        secret_hash: input.secretHash,
        expires_at: input.expiresAt,
        created_at: input.createdAt,
        created_by: input.createdBy,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!violates(error, 'invitations_pending_email')) throw error;
    const detail = 'An invitation for this address is pending already. Revoke it before creating another.';
    throw new AppError('invitation_pending', { detail }, { cause: error });
  }
}

export async function getInvitation(
  tx: TenantRead,
  invitationUuid: string,
): Promise<InvitationRecord | undefined> {
  return await tx
    .selectFrom('plumbline.invitations')
    .select(columns)
    .where('invitation_uuid', '=', invitationUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listInvitations(
  tx: TenantRead,
  page: { limit: number; after: string | null; status?: InvitationStatus; now: Date },
): Promise<InvitationRecord[]> {
  let query = tx.selectFrom('plumbline.invitations').select(columns);
  const { status, now } = page;
  if (status !== undefined) {
    // One that has run out is expired from that moment, whether or not `expireInvitations` has written so.
    query = query.where((eb) => {
      const stored = eb('status', '=', status);
      if (status === 'pending') return eb.and([stored, eb('expires_at', '>', now)]);
      if (status !== 'expired') return stored;
      return eb.or([stored, eb.and([eb('status', '=', 'pending'), eb('expires_at', '<=', now)])]);
    });
  }
  if (page.after !== null) query = query.where('invitation_uuid', '<', page.after);
  return await query.orderBy('invitation_uuid', 'desc').limit(page.limit).execute();
}

/** Undefined when the invitation is not pending any more (or never was). `acceptedBy` goes with `accepted`. */
export async function changeInvitationStatus(
  tx: TenantTx,
  input: { invitationUuid: string; from: 'pending'; at: Date } & (
    | { to: 'accepted'; acceptedBy: string }
    | { to: 'revoked' | 'expired' }
  ),
): Promise<InvitationRecord | undefined> {
  const acceptance = input.to === 'accepted' ? { accepted_at: input.at, accepted_by: input.acceptedBy } : {};
  return await tx
    .updateTable('plumbline.invitations')
    .set({ status: input.to, ...acceptance, version: sql`version + 1` })
    .where('invitation_uuid', '=', input.invitationUuid)
    .where('status', '=', input.from)
    .returning(columns)
    .executeTakeFirst();
}

export async function setInvitationDelivery(
  tx: TenantTx,
  input: { invitationUuid: string; state: DeliveryState },
): Promise<InvitationRecord | undefined> {
  return await tx
    .updateTable('plumbline.invitations')
    .set({ delivery_state: input.state, version: sql`version + 1` })
    .where('invitation_uuid', '=', input.invitationUuid)
    .returning(columns)
    .executeTakeFirst();
}

/** Pending invitations whose time is over become `expired`; says how many. */
export async function expireInvitations(tx: TenantTx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.invitations')
    .set({ status: 'expired', version: sql`version + 1` })
    // Written out, not a parameter: a prepared plan only uses a partial index whose condition it can see.
    .where('status', '=', sql.lit<InvitationStatus>('pending'))
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
