import type { RequestListener } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Settings } from '../cli/configuration/settings.ts';
import type { Clock } from '../domain/clock.ts';
import type { Principal } from '../domain/principal.ts';
import { assertEmbeddedIdentityAllowed } from '../providers/identity/embedded/assert-embedded-identity-allowed.ts';
import { createEmbeddedIdentity } from '../providers/identity/embedded/embedded-identity.ts';
import { embeddedExecutor } from '../providers/identity/embedded/executor-application.ts';
import type { IdentitySettings } from '../providers/identity/identity-settings.ts';
import { readBearer } from '../providers/identity/read-bearer.ts';
import { createTokenVerifier } from '../providers/identity/token-verifier.ts';

export interface Identity {
  readonly authenticate: (authorization: readonly string[] | undefined) => Promise<Principal>;
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Addresses to sign in with; empty unless the identity is the embedded one. */
  readonly accounts: readonly { readonly email: string; readonly note: string }[];
  /** The identity of the embedded executor, where the identity is the embedded one. */
  readonly executors: readonly (typeof embeddedExecutor)[];
  close(): void;
}

const entra = 'https://login.microsoftonline.com';

export async function openIdentity(
  settings: Settings,
  publicUrl: string,
  deps: { readonly clock: Clock; readonly log: FastifyBaseLogger },
): Promise<Identity> {
  if (settings.PLUMBLINE_IDENTITY === 'external') {
    const trusted = {
      issuer: settings.PLUMBLINE_IDENTITY_ISSUER ?? `${entra}/{tid}/v2.0`,
      jwksUri: settings.PLUMBLINE_IDENTITY_JWKS_URL ?? `${entra}/common/discovery/v2.0/keys`,
      audience: settings.PLUMBLINE_IDENTITY_AUDIENCE,
    };
    return {
      authenticate: authenticator(trusted, deps),
      mount: async () => {},
      accounts: [],
      executors: [],
      close: () => {},
    };
  }
  assertEmbeddedIdentityAllowed({
    host: settings.PLUMBLINE_HOST,
    allowed: settings.PLUMBLINE_IDENTITY_EMBEDDED_ANYWHERE === 'yes',
  });
  const embedded = await createEmbeddedIdentity({
    publicUrl,
    dataDir: settings.PLUMBLINE_DATA_DIR,
    audience: settings.PLUMBLINE_IDENTITY_AUDIENCE,
    ...deps,
  });
  return {
    authenticate: authenticator(embedded.settings, deps),
    mount: (app) => mountUnder(app, '/identity', embedded.handler),
    accounts: embedded.accounts,
    executors: [embeddedExecutor],
    close: () => embedded.close(),
  };
}

function authenticator(trusted: IdentitySettings, deps: { clock: Clock; log: FastifyBaseLogger }) {
  const verifier = createTokenVerifier(trusted, deps);
  return async (authorization: readonly string[] | undefined) => verifier.verify(readBearer(authorization));
}

async function mountUnder(app: FastifyInstance, prefix: string, handler: RequestListener): Promise<void> {
  for (const url of [prefix, `${prefix}/*`]) {
    app.all(url, async (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
  }
}
