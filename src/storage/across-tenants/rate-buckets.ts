import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';

export interface TakeTokensInput {
  /** Carries no tenant data: a hash, or an application's id. */
  readonly bucketKey: string;
  readonly capacity: number;
  readonly refillPerSecond: number;
  readonly tokens: number;
}

export interface TokensTaken {
  readonly allowed: boolean;
  /** Whole tokens left after this request. */
  readonly remaining: number;
  /** 0 when allowed; else whole seconds, at least 1, until the same request would pass. */
  readonly retryAfterSeconds: number;
}

/**
 * A token bucket, in one statement and by the database's clock. The row is locked by the upsert, so replicas that ask
 * at once are counted one after the other. A refused request takes nothing.
 */
const takeTokensSql = `
  INSERT INTO plumbline.rate_buckets AS bucket (bucket_key, tokens, filled_at, full_at, allowed)
  VALUES ($1, $2::float8 - $4::float8, clock_timestamp(),
          clock_timestamp() + make_interval(secs => $4::float8 / $3::float8), true)
  ON CONFLICT (bucket_key) DO UPDATE SET (tokens, filled_at, full_at, allowed) = (
    SELECT held.tokens - taken.tokens, clock_timestamp(),
           clock_timestamp() + make_interval(secs => greatest(0, $2 - held.tokens + taken.tokens) / $3),
           taken.allowed
    FROM (SELECT least($2, bucket.tokens
                   + $3 * greatest(0, extract(epoch FROM clock_timestamp() - bucket.filled_at)))) AS held (tokens),
         LATERAL (SELECT CASE WHEN held.tokens >= $4 THEN $4 ELSE 0 END, held.tokens >= $4) AS taken (tokens, allowed)
  )
  RETURNING allowed, tokens`;

export async function takeTokens(database: Database, input: TakeTokensInput): Promise<TokensTaken> {
  const { bucketKey, capacity, refillPerSecond, tokens } = input;
  if (!(tokens > 0 && tokens <= capacity && refillPerSecond > 0)) {
    throw new TypeError(
      `A bucket of ${capacity} refilled at ${refillPerSecond}/s can never give ${tokens} tokens.`,
    );
  }
  const [bucket] = await database.run<{ allowed: boolean; tokens: number }>(
    CompiledQuery.raw(takeTokensSql, [bucketKey, capacity, refillPerSecond, tokens]),
  );
  if (bucket === undefined) throw new TypeError('The upsert of a rate bucket returned no row.');
  return {
    allowed: bucket.allowed,
    remaining: Math.max(0, Math.floor(bucket.tokens)),
    retryAfterSeconds: bucket.allowed
      ? 0
      : Math.max(1, Math.ceil((tokens - bucket.tokens) / refillPerSecond)),
  };
}
