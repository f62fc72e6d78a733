import { AppError } from '../../domain/app-error.ts';

/**
 * Why a call to somebody else's service came to nothing:
 * - `refused`: the address is not one that this deployment calls; nothing was sent;
 * - `redirected`: the answer leads elsewhere, and is not followed;
 * - `tooLarge`: the answer is longer than any that is wanted;
 * - `unreachable`: no answer in time, or none at all;
 * - `resting`: the service failed again and again, and is left alone for a while.
 */
export type OutboundReason = 'refused' | 'redirected' | 'tooLarge' | 'unreachable' | 'resting';

/** Its message names the host and nothing else: addresses, headers and bodies can carry secrets. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: OutboundReason, host: string, retryAfterSeconds?: number) {
    super(`${host}: ${reason}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The failure of the call itself, however deep a client has wrapped it. */
export function outboundFailure(error: unknown): OutboundError | undefined {
  let current = error;
  // A client wraps a few times at most; a chain that leads back to itself must not hold us.
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if (current instanceof OutboundError) return current;
    const { cause, detail } = current as { cause?: unknown; detail?: unknown };
    current = cause ?? detail;
  }
  return undefined;
}

/** How long to wait where nobody says otherwise. */
const usualWaitSeconds = 5;

/** 503 for whoever waits. `cause` is kept out: errors of clients carry the request, and with it its credentials. */
export function dependencyAway(
  what: string,
  failure: { readonly retryAfterSeconds?: number | undefined },
): AppError {
  return new AppError('dependency_unavailable', {
    detail: `${what} does not answer as it should. Nothing was changed; retry later.`,
    retryAfterSeconds: Math.max(1, Math.ceil(failure.retryAfterSeconds ?? usualWaitSeconds)),
  });
}
