import { AppError } from '../../domain/app-error.ts';
import type { PlatformSettings } from '../../domain/catalog/source.ts';
import type { ConnectionRecord } from '../../storage/queries/platform-connections.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import type { RetryKey } from '../idempotency.ts';
import { createSource } from '../sources/create-source.ts';
import { readConnection } from './read-connections.ts';

export interface NewConnection {
  readonly name: string;
  readonly settings: PlatformSettings;
  readonly secret: string | null;
}

export async function createConnection(
  ctx: AppContext,
  caller: Caller,
  { name, settings, secret }: NewConnection,
  retry: RetryKey,
): Promise<{ readonly connection: ConnectionRecord; readonly replayed: boolean }> {
  assertSecretFits(settings, secret);
  assertClientFits(settings);
  const { source, replayed } = await createSource(ctx, caller, { name, settings, password: secret }, retry);
  return { connection: await readConnection(ctx, caller, source.sourceUuid), replayed };
}

function assertSecretFits({ authentication }: PlatformSettings, secret: string | null): void {
  if ((authentication === 'none') === (secret === null)) return;
  const detail =
    secret === null
      ? `The authentication ${authentication} needs a secret.`
      : 'The authentication none takes no secret.';
  throw invalid('/secret', secret === null ? 'secret_missing' : 'secret_unexpected', detail);
}

function assertClientFits(settings: PlatformSettings): void {
  if (settings.kind !== 'databricks') return;
  if ((settings.authentication === 'servicePrincipal') === (settings.clientId !== null)) return;
  const detail = 'A service principal, and nothing else, has a client id.';
  throw invalid('/settings/clientId', 'client_id_unsuitable', detail);
}

function invalid(pointer: string, code: string, detail: string): AppError {
  return new AppError('validation_failed', { detail, errors: [{ pointer, code, detail }] });
}
