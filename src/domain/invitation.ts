export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';
export type DeliveryState = 'notConfigured' | 'queued' | 'sent' | 'failed';

/** A pending invitation whose time is over is expired, whether or not anything has written so yet. */
export function invitationStatusAt(
  invitation: { readonly status: InvitationStatus; readonly expiresAt: Date },
  now: Date,
): InvitationStatus {
  return invitation.status === 'pending' && invitation.expiresAt <= now ? 'expired' : invitation.status;
}
