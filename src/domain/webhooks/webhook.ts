export type WebhookState = 'active' | 'disabled';

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof deliveryStates)[number];

/**
 * Why a receiver was not told:
 * - `address_refused`: this deployment does not call the address;
 * - `host_unknown`: its name cannot be looked up;
 * - `unreachable`: no connection, or one that broke, or an answer that is no HTTP;
 * - `timeout`: no answer in time;
 * - `redirected`: the answer leads elsewhere, and is not followed;
 * - `status`: the answer has another status than 2xx.
 */
export const deliveryFailures = [
  'address_refused',
  'host_unknown',
  'unreachable',
  'timeout',
  'redirected',
  'status',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** One try to tell a receiver. */
export interface DeliveryAttempt {
  /** RFC 3339. */
  readonly at: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Null where it was told. */
  readonly failure: DeliveryFailure | null;
  readonly durationMs: number;
}

/** Each event is looked at for each of them, in the transaction that writes it. */
export const maxWebhooks = 20;

/** How long the secret before signs as well: a day to change it wherever it is checked. */
export const rotationHours = 24;

const minuteMs = 60_000;

/**
 * The pauses after attempts that failed, as the Standard Webhooks suggest them: soon at first, then longer, over a day.
 */
export const deliveryPausesMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  120 * minuteMs,
  300 * minuteMs,
  420 * minuteMs,
  570 * minuteMs,
];
