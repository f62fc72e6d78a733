/** The kind of background work and operation that sends an invitation. */
export const deliverInvitationKind = 'invitation.deliver';
