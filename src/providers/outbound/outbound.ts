import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../is-loopback.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { OutboundError } from './outbound-error.ts';
import { type Answer, type Call, send } from './send.ts';

export interface OutboundOptions {
  /** The only origins that are ever called. Plain HTTP is for this machine only. */
  readonly origins: readonly string[];
  /** One attempt, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  /** Certificates of authorities that are trusted besides the usual ones. */
  readonly authorities: string | undefined;
  /** In [0, 1). */
  readonly random: () => number;
  /** In milliseconds, of a clock that never turns back. */
  readonly now: () => number;
}

/** Calls somebody else's service. Every call of a provider goes through one of these. */
export type Outbound = (call: Call) => Promise<Answer>;

/** The first time and twice again: what is longer away than that is told to whoever waits. */
const attempts = 3;
/** Longer pauses than this are the caller's to wait for. */
const longestPauseMs = 4_000;
/** The service itself says that it cannot at the moment. */
const passing = new Set([429, 502, 503, 504]);

export function createOutbound(options: OutboundOptions): Outbound {
  const breakers = new Map(
    options.origins.map((origin) => [checkedOrigin(origin), new CircuitBreaker(options.now)]),
  );
  return async (call) => {
    const url = new URL(call.url);
    const breaker = breakers.get(url.origin);
    if (breaker === undefined || url.username !== '' || url.password !== '') {
      throw new OutboundError('refused', url.host);
    }
    const rest = breaker.restSeconds();
    if (rest > 0) throw new OutboundError('resting', url.host, rest);
    try {
      const answer = await persist(options, call, url);
      if (passing.has(answer.status) && answer.status !== 429) breaker.failed();
      else breaker.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof OutboundError && error.reason !== 'unreachable') breaker.succeeded();
      else breaker.failed();
      throw error;
    }
  };
}

async function persist(options: OutboundOptions, call: Call, url: URL): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(call, url, options).catch((error: unknown) => error);
    const isLast = attempt === attempts || !isRepeatable(call) || call.signal?.aborted === true;
    const pauseMs = isLast ? undefined : pauseAfter(outcome, attempt, options.random());
    if (pauseMs !== undefined) {
      await sleep(pauseMs);
      continue;
    }
    if (outcome instanceof Error) throw outcome;
    return outcome as Answer;
  }
}

/** Undefined: another attempt would come to the same, or has to wait longer than anybody would here. */
function pauseAfter(outcome: unknown, attempt: number, chance: number): number | undefined {
  const full = 250 * 2 ** attempt;
  // By chance between half and all of it, so that callers who failed together do not come back together.
  const pause = full / 2 + (full / 2) * chance;
  if (outcome instanceof OutboundError) return outcome.reason === 'unreachable' ? pause : undefined;
  const { status, headers } = outcome as Answer;
  if (!passing.has(status)) return undefined;
  const asked = retryAfterMs(headers.get('retry-after'));
  const wait = Math.max(pause, asked ?? 0);
  return wait <= longestPauseMs ? wait : undefined;
}

/** RFC 9110, 10.2.3; the form with a date is not used by the services that we call. */
export function retryAfterMs(value: string | null): number | undefined {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Sending it twice does what sending it once does. */
function isRepeatable({ method, headers }: Call): boolean {
  return method !== 'POST' || headers['idempotency-key'] !== undefined;
}

function checkedOrigin(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return origin;
  throw new TypeError(`${origin} is not called: only https is, and http on this machine.`);
}
