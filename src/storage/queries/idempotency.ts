import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Within one Organization. */
export interface IdempotencyScope {
  /** `principalKey`. */
  readonly principal: string;
  readonly operationId: string;
  readonly key: string;
}

export interface FingerprintedRequest extends IdempotencyScope {
  /** SHA-256 of method, path and canonical body, in lower-case hex. */
  readonly fingerprint: string;
  readonly now: Date;
}

export type IdempotencyClaim =
  | { readonly state: 'new' }
  | { readonly state: 'replay'; readonly resourceUuid: string };

/** How long an exact retry finds its resource (docs/configuration.md has no setting for it: callers rely on it). */
export const keyRetentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * First in the transaction of the effect. The key belongs to this transaction until it ends: another request with it
 * meanwhile is `idempotency_in_progress`; one with another fingerprint is `idempotency_key_reused`. A key that has
 * outlived its retention counts as new.
 */
export async function claimIdempotencyKey(
  tx: TenantTx,
  input: FingerprintedRequest,
): Promise<IdempotencyClaim> {
  // Sent together, answered in order: the row is looked for only once the lock is had, so a request that waited for
  // nothing cannot have missed the one that just committed. The lock is tried, not awaited; two scopes of equal hash
  // merely cannot run at once.
  const [lock, recorded] = await Promise.all([
    tx
      .selectNoFrom(
        sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(concat_ws(E'\n', current_setting('plumbline.org_uuid'),
          ${input.principal}::text, ${input.operationId}::text, ${input.key}::text), 0))`.as('isHad'),
      )
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('plumbline.idempotency_keys')
      .select(['fingerprint', 'resource_uuid as resourceUuid', 'created_at as createdAt'])
      .where('principal', '=', input.principal)
      .where('operation_id', '=', input.operationId)
      .where('key', '=', input.key)
      .executeTakeFirst(),
  ]);
  if (!lock.isHad) throw inProgress(input.key);
  if (recorded === undefined || recorded.createdAt.getTime() <= input.now.getTime() - keyRetentionMs) {
    return { state: 'new' };
  }
  if (recorded.fingerprint !== input.fingerprint) {
    const detail = `The Idempotency-Key ${input.key} was used for another request. Use a new key for a new request.`;
    throw new AppError('idempotency_key_reused', { detail });
  }
  return { state: 'replay', resourceUuid: recorded.resourceUuid };
}

/** In the transaction of the effect, after a claim that was `new`. */
export async function recordIdempotentResource(
  tx: TenantTx,
  input: FingerprintedRequest & { resourceUuid: string },
): Promise<void> {
  const values = {
    fingerprint: input.fingerprint,
    resource_uuid: input.resourceUuid,
    created_at: input.now,
  };
  const written = await tx
    .insertInto('plumbline.idempotency_keys')
    .values({ principal: input.principal, operation_id: input.operationId, key: input.key, ...values })
    // Only a key that has outlived its retention may be taken over.
    .onConflict((conflict) =>
      conflict
        .columns(['org_uuid', 'principal', 'operation_id', 'key'])
        .doUpdateSet(values)
        .where('plumbline.idempotency_keys.created_at', '<=', new Date(input.now.getTime() - keyRetentionMs)),
    )
    .executeTakeFirstOrThrow();
  if (written.numInsertedOrUpdatedRows !== 1n) throw inProgress(input.key);
}

function inProgress(key: string): AppError {
  const detail = `The first request with the Idempotency-Key ${key} has not finished. Wait a moment and retry with the same key.`;
  return new AppError('idempotency_in_progress', { detail, retryAfterSeconds: 1 });
}
