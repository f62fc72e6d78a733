import { accounts } from './directories.ts';
import type { EmbeddedIdentity, EmbeddedIdentityOptions } from './embedded-identity-options.ts';
import { loadIdentitySecrets, publicKeySet } from './identity-secrets.ts';
import { writeServiceRecord } from './service-record.ts';
import {
  atPublicUrl,
  serveAssets,
  serveDirectoryDiscovery,
  serveSignIn,
  withSecurityHeaders,
} from './sign-in-pages.ts';
import { createSignInProvider } from './sign-in-provider.ts';
import { SignInState } from './sign-in-state.ts';
import { issuerTemplate } from './token-claims.ts';

/**
 * An identity provider inside the service, for trying it out: fixed accounts in two directories, no passwords. Check
 * `assertEmbeddedIdentityAllowed` first.
 */
export async function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<EmbeddedIdentity> {
  const { dataDir, audience, clock, log } = options;
  const publicUrl = originOf(options.publicUrl);
  const secrets = await loadIdentitySecrets(dataDir);
  await writeServiceRecord(dataDir, { publicUrl, audience });
  const state = new SignInState(dataDir, { clock });
  const provider = createSignInProvider({ publicUrl, audience }, secrets, state);
  provider.use(atPublicUrl(publicUrl));
  provider.use(withSecurityHeaders);
  provider.use(serveAssets);
  provider.use(serveSignIn(provider));
  provider.use(serveDirectoryDiscovery(publicUrl));
  const logFailure = (error: Error) => log?.warn({ err: error }, 'The embedded identity failed');
  provider.on('server_error', (_ctx, error) => logFailure(error));
  provider.onerror = logFailure;
  provider.proxy = true;
  const respond = provider.callback();

  return {
    handler(request, response) {
      request.url = withoutPrefix(request.url ?? '/');
      void respond(request, response);
    },
    settings: {
      issuer: issuerTemplate(publicUrl),
      audience,
      jwksUri: `${publicUrl}/identity/jwks`,
      localKeys: async () => publicKeySet(secrets),
    },
    accounts,
    close: () => state.close(),
  };
}

function originOf(publicUrl: string): string {
  const { origin, pathname, search, hash, protocol } = new URL(publicUrl);
  const bare = pathname === '/' && search === '' && hash === '' && /^https?:$/.test(protocol);
  if (bare) return origin;
  throw new TypeError(`The embedded identity needs a public URL without a path, not ${publicUrl}.`);
}

function withoutPrefix(url: string): string {
  return url.replace(/^\/identity(?=[/?]|$)/, '').replace(/^(?!\/)/, '/');
}
