import { AppError } from '../../domain/app-error.ts';
import type { SourceKind, SourceSettings } from '../../domain/catalog/source.ts';
import { insertSource, type SourceRecord } from '../../storage/queries/sources.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { assertSelectable } from '../factories/read-factories.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { requireSource } from './read-sources.ts';

export interface NewSource {
  readonly name: string;
  readonly settings: SourceSettings;
  readonly password: string | null;
}

export async function createSource(
  ctx: AppContext,
  caller: Caller,
  input: NewSource,
  retry: RetryKey,
): Promise<{ readonly source: SourceRecord; readonly replayed: boolean }> {
  assertPasswordFits(input);
  const { orgUuid, principal } = caller;
  const key = { ...retry, fingerprint: ctx.sourceSecrets.blind(retry.fingerprint) };
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, principal, key, async () => {
      const sourceUuid = ctx.ids.uuid();
      const { name, settings, password } = input;
      if (settings.kind === 'factory') await assertSelectable(tx, settings);
      const secret = password === null ? null : ctx.sourceSecrets.encrypt({ orgUuid, sourceUuid }, password);
      await insertSource(tx, { sourceUuid, name, settings, secret, createdAt: ctx.clock.now() });
      return sourceUuid;
    });
    return { source: await requireSource(tx, resourceUuid), replayed };
  });
}

/** Kinds that have no password, and why. */
const withoutPassword: Partial<Record<SourceKind, string>> = {
  files: 'A folder of files has no password: the executor reads it with its own rights.',
  factory:
    'A data factory has no password: the service reads it as the application that is registered with it.',
};

function assertPasswordFits({ settings, password }: NewSource): void {
  const detail = withoutPassword[settings.kind];
  if (detail === undefined || password === null) return;
  throw new AppError('validation_failed', {
    detail,
    errors: [{ pointer: '/password', code: 'password_unexpected', detail }],
  });
}
