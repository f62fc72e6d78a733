import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The one-time secrets of invitations. */
export interface InvitationSecrets {
  secretOf(orgUuid: string, invitationUuid: string): string;
}

/**
 * Secrets are derived from the service's key, so that the queued delivery of an invitation need not carry one: neither
 * the database nor a dump of it holds anything that lets somebody in.
 */
export function createInvitationSecrets(secret: string): InvitationSecrets {
  const key = createHash('sha256').update('invitation\n').update(secret).digest();
  return {
    secretOf: (orgUuid, invitationUuid) =>
      createHmac('sha256', key).update(`${orgUuid}\n${invitationUuid}`).digest('base64url'),
  };
}

/** What is stored. A secret has 256 bits, so a plain hash cannot be guessed back. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function secretMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(secret), 'hex'), Buffer.from(hash, 'hex'));
}
