import type { Role } from '../../domain/roles.ts';
import type { TenantTx } from '../tenant-tx.ts';

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';
export type DeliveryState = 'notConfigured' | 'queued' | 'sent' | 'failed';

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

/**
 * A pending invitation for the same address, whatever its case, is `invitation_pending`. One that has run out still
 * counts until `expireInvitations` has been called.
 */
export declare function insertInvitation(tx: TenantTx, input: NewInvitation): Promise<InvitationRecord>;

export declare function getInvitation(
  tx: TenantTx,
  invitationUuid: string,
): Promise<InvitationRecord | undefined>;

/** Newest first; `after` is the last id of the page before. */
export declare function listInvitations(
  tx: TenantTx,
  page: { limit: number; after: string | null; status?: InvitationStatus },
): Promise<InvitationRecord[]>;

/** Undefined when the invitation is not pending any more (or never was). `acceptedBy` goes with `accepted`. */
export declare function changeInvitationStatus(
  tx: TenantTx,
  input: {
    invitationUuid: string;
    from: 'pending';
    to: Exclude<InvitationStatus, 'pending'>;
    acceptedBy?: string;
    at: Date;
  },
): Promise<InvitationRecord | undefined>;

export declare function setInvitationDelivery(
  tx: TenantTx,
  input: { invitationUuid: string; state: DeliveryState },
): Promise<InvitationRecord | undefined>;

/** Pending invitations whose time is over become `expired`; says how many. */
export declare function expireInvitations(tx: TenantTx, now: Date): Promise<number>;
