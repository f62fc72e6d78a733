import { AppError } from '../../domain/app-error.ts';
import { secretOf } from '../../domain/webhooks/signature.ts';
import type { WebhookRecord } from '../../storage/queries/webhooks.ts';
import type { Seal } from '../access/seal.ts';

/** The secrets that messages to receivers are signed with. */
export interface WebhookSecrets {
  /** A new one, as its receiver gets it. */
  create(): string;
  seal(place: WebhookPlace, secret: string): string;
  /** Every secret that holds at the moment, the newest first. */
  open(orgUuid: string, webhook: WebhookRecord, now: Date): readonly string[];
}

interface WebhookPlace {
  readonly orgUuid: string;
  readonly webhookUuid: string;
}

/** As long as the hash that it goes into; the standard asks for 24 to 64. */
const secretBytes = 32;

export function createWebhookSecrets(seal: Seal, randomBytes: (count: number) => Uint8Array): WebhookSecrets {
  return {
    create: () => secretOf(randomBytes(secretBytes)),
    seal: ({ orgUuid, webhookUuid }, secret) => seal.close([orgUuid, webhookUuid], secret),
    open(orgUuid, { webhookUuid, secret, previousSecret, previousSecretUntil }, now) {
      const holds = previousSecretUntil !== null && previousSecretUntil > now;
      const stored = holds && previousSecret !== null ? [secret, previousSecret] : [secret];
      try {
        return stored.map((each) => seal.open([orgUuid, webhookUuid], each));
      } catch (cause) {
        const detail =
          'The secret of the webhook cannot be read with the current secret of the service. Rotate it, and give the receiver the new one.';
        throw new AppError('webhook_secret_unreadable', { detail }, { cause });
      }
    },
  };
}
