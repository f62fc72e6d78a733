import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../cli/configuration/read-settings.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import type { Clock } from '../domain/clock.ts';
import type { TokenSource } from '../executor/protocol/token-source.ts';
import { mintExecutorToken } from '../providers/identity/embedded/executor-application.ts';

/** How long before its end a token is replaced: longer than any call takes, and than clocks differ. */
const renewSeconds = 120;
const embeddedLifetimeSeconds = 3600;
const requestTimeoutMs = 10_000;

/** Whether an executor of this configuration has an identity to call with. */
export function hasExecutorIdentity(settings: Settings): boolean {
  return (
    settings.PLUMBLINE_IDENTITY === 'embedded' ||
    settings.PLUMBLINE_EXECUTOR_TOKEN_FILE !== undefined ||
    settings.PLUMBLINE_EXECUTOR_MANAGED_IDENTITY !== undefined ||
    settings.PLUMBLINE_EXECUTOR_TOKEN_URL !== undefined
  );
}

/** A file, a managed identity, client credentials, or the key of the embedded identity in the data directory: the first that is there. */
export function executorTokens(settings: Settings, clock: Clock): TokenSource {
  const { PLUMBLINE_EXECUTOR_TOKEN_FILE: file, PLUMBLINE_EXECUTOR_TOKEN_URL: url } = settings;
  if (file !== undefined) return fileTokens(file);
  const identity = settings.PLUMBLINE_EXECUTOR_MANAGED_IDENTITY;
  if (identity !== undefined) return keptTokens(() => requestManaged(identity, settings, clock), clock);
  if (url !== undefined) return keptTokens(() => requestToken(url, settings), clock);
  if (settings.PLUMBLINE_IDENTITY === 'embedded') return keptTokens(() => mint(settings, clock), clock);
  throw new ConfigurationError([
    'The executor has no identity. Set PLUMBLINE_EXECUTOR_TOKEN_URL with PLUMBLINE_EXECUTOR_CLIENT_ID and PLUMBLINE_EXECUTOR_CLIENT_SECRET, PLUMBLINE_EXECUTOR_MANAGED_IDENTITY, or PLUMBLINE_EXECUTOR_TOKEN_FILE.',
  ]);
}

interface Issued {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Read each time: whoever keeps it fresh tells nobody. */
function fileTokens(file: string): TokenSource {
  return {
    async token() {
      const token = (await readFile(file, 'utf8')).trim();
      if (token !== '') return token;
      throw new Error(`The token file ${file} is empty.`);
    },
    forget: () => {},
  };
}

/** Keeps a token until shortly before its end; calls at the same time share one request for it. */
function keptTokens(issue: () => Promise<Issued>, clock: Clock): TokenSource {
  let kept: Promise<string> | undefined;
  let until = 0;
  return {
    token() {
      const now = clock.now().getTime();
      if (kept !== undefined && now < until) return kept;
      // For as long as the request is under way; its answer says how long the token itself is good.
      until = now + requestTimeoutMs;
      const issued = issue().then(({ token, expiresInSeconds }) => {
        until =
          clock.now().getTime() + Math.max(expiresInSeconds / 2, expiresInSeconds - renewSeconds) * 1000;
        return token;
      });
      issued.catch(() => {
        kept = undefined;
      });
      kept = issued;
      return issued;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function mint({ PLUMBLINE_DATA_DIR: dataDir }: Settings, clock: Clock): Promise<Issued> {
  const expiresInSeconds = embeddedLifetimeSeconds;
  const token = await mintExecutorToken({ dataDir, expiresInSeconds }, { clock });
  if (token !== undefined) return { token, expiresInSeconds };
  throw new Error(
    `No service with the embedded identity has started on the data directory ${dataDir} yet. Start it, name another directory with --data-dir, or give the executor an identity of its own.`,
  );
}

async function requestManaged(clientId: string, settings: Settings, clock: Clock): Promise<Issued> {
  const { managedIdentityToken } = await import('../providers/cloud/managed-identity.ts');
  const { token, expiresAt } = await managedIdentityToken(clientId, scopeOf(settings));
  return { token, expiresInSeconds: (expiresAt.getTime() - clock.now().getTime()) / 1000 };
}

function scopeOf(settings: Settings): string {
  return settings.PLUMBLINE_EXECUTOR_SCOPE ?? `${settings.PLUMBLINE_IDENTITY_AUDIENCE}/.default`;
}

/** The client credentials grant (RFC 6749, section 4.4), with the secret in the body, as Microsoft Entra takes it. */
async function requestToken(url: string, settings: Settings): Promise<Issued> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.PLUMBLINE_EXECUTOR_CLIENT_ID ?? '',
      client_secret: settings.PLUMBLINE_EXECUTOR_CLIENT_SECRET ?? '',
      scope: scopeOf(settings),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const { access_token: token, expires_in: seconds, error } = answer;
  if (response.ok && typeof token === 'string') {
    return { token, expiresInSeconds: typeof seconds === 'number' ? seconds : embeddedLifetimeSeconds };
  }
  const reason = typeof error === 'string' ? error : 'no token in the answer';
  throw new Error(
    `${url} answered ${response.status} (${reason}). Check the client id, its secret and the scope.`,
  );
}
