import { AppError } from '../domain/app-error.ts';
import type { Principal } from '../domain/principal.ts';

/** A bucket holds `capacity` requests and refills steadily; each request takes one. */
export interface RatePolicy {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface BucketState {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
}

/** Where buckets live: in this process, or in the database for several replicas. */
export type TakeToken = (bucketKey: string, policy: RatePolicy) => Promise<BucketState> | BucketState;

export interface RateVerdict {
  readonly headers: Record<string, string>;
  readonly refused: AppError | null;
}

export interface RateLimiter {
  take(principal: Principal): Promise<RateVerdict>;
}

/** One bucket per application and directory: a busy application of one Organization does not slow another's. */
export function createRateLimiter(policy: RatePolicy, takeToken: TakeToken): RateLimiter {
  const windowSeconds = Math.ceil(policy.capacity / policy.refillPerSecond);
  const policyHeader = `"default";q=${policy.capacity};w=${windowSeconds}`;
  return {
    async take(principal) {
      const state = await takeToken(`${principal.applicationId}\n${principal.directoryId}`, policy);
      const secondsToFull = Math.ceil((policy.capacity - state.remaining) / policy.refillPerSecond);
      const headers = {
        'ratelimit-policy': policyHeader,
        ratelimit: `"default";r=${state.remaining};t=${secondsToFull}`,
      };
      return { headers, refused: state.allowed ? null : tooManyRequests(state.retryAfterSeconds) };
    },
  };
}

function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', {
    detail: `This application has sent too many requests. Wait ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  });
}

/** The bucket that was used longest ago is the fullest, and a full bucket says nothing that a new one would not. */
const maximumBuckets = 10_000;

/** Buckets of one process. `now` counts seconds and never goes back. */
export function memoryBuckets(now: () => number): TakeToken {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (bucketKey, policy) => {
    const at = now();
    const bucket = buckets.get(bucketKey) ?? { tokens: policy.capacity, at };
    const tokens = Math.min(policy.capacity, bucket.tokens + (at - bucket.at) * policy.refillPerSecond);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    // Deleted and set again, so that the map is in the order of last use.
    buckets.delete(bucketKey);
    buckets.set(bucketKey, { tokens: left, at });
    if (buckets.size > maximumBuckets) forgetOldest(buckets);
    return {
      allowed,
      remaining: Math.floor(left),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / policy.refillPerSecond)),
    };
  };
}

function forgetOldest(buckets: Map<string, unknown>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
