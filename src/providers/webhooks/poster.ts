import type { DeliveryFailure } from '../../domain/webhooks/webhook.ts';

export interface Posting {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** What came of it. There is a failure exactly where the receiver did not take it. */
export interface Posted {
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  /** When the receiver wants to be asked again, where it said so (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds?: number;
}

/** Sends to addresses that somebody in an Organization has chosen, as far as this deployment lets them. */
export interface Poster {
  /** Whether the address may be called: its name is looked up, and nothing is sent. */
  examine(url: string): Promise<DeliveryFailure | null>;
  post(posting: Posting): Promise<Posted>;
}
