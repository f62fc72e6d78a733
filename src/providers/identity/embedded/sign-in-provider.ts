import {
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type ErrorOut,
  errors,
  type FindAccount,
  interactionPolicy,
  type JWTStructured,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { demoApplications } from './demo-applications.ts';
import { accounts } from './directories.ts';
import type { EmbeddedIdentityOptions } from './embedded-identity-options.ts';
import type { IdentitySecrets } from './identity-secrets.ts';
import { messagePage, signOutPage } from './pages.ts';
import type { SignInState } from './sign-in-state.ts';
import {
  applicationClaims,
  applicationClientId,
  consoleClientId,
  defaultAudience,
  defaultScope,
  delegatedClaims,
  type TokenClaims,
} from './token-claims.ts';

const hour = 3600;
const day = 24 * hour;
const personScopes = 'openid profile email offline_access';

/**
 * The OpenID provider behind `{publicUrl}/identity`: authorisation code with PKCE for the console, client credentials
 * for the demo applications, and access tokens in the shape of Microsoft Entra's.
 */
export function createSignInProvider(
  { publicUrl, audience }: Pick<EmbeddedIdentityOptions, 'publicUrl' | 'audience'>,
  secrets: IdentitySecrets,
  state: SignInState,
): Provider {
  const resourceServer = {
    audience,
    scope: defaultScope,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: hour,
    jwt: { sign: { alg: 'RS256' as const } },
  };
  const configuration: Configuration = {
    adapter: (kind) => state.adapter(kind),
    jwks: { keys: [secrets.signingKey] },
    clients: [consoleClient(publicUrl), ...applicationClients(secrets)],
    findAccount,
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'tid', 'oid'], email: ['email'] },
    // There is no userinfo endpoint to ask, so the ID token carries what the scopes grant.
    conformIdTokenClaims: false,
    scopes: personScopes.split(' '),
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    interactions: { policy: signInPolicy(), url: (_ctx, { uid }) => `/identity/sign-in/${uid}` },
    loadExistingGrant,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Refresh tokens end with the session: signing out means it.
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      ClientCredentials: hour,
      Grant: 14 * day,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 14 * day,
      Session: 14 * day,
    },
    cookies: {
      keys: [secrets.cookieKey],
      names: {
        session: 'plumbline_identity',
        interaction: 'plumbline_sign_in',
        resume: 'plumbline_sign_in_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: '/identity' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => defaultAudience,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, indicator) {
          if (indicator === defaultAudience || indicator === audience) return resourceServer;
          throw new errors.InvalidTarget();
        },
      },
    },
    formats: { customizers: { jwt: (_ctx, token, jwt) => shapeAccessToken(publicUrl, token, jwt) } },
    renderError,
  };
  return new Provider(`${publicUrl}/identity`, configuration);
}

function consoleClient(publicUrl: string) {
  return {
    client_id: consoleClientId,
    client_name: 'Plumbline console',
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [`${publicUrl}/`, `${publicUrl}/signed-in`],
    post_logout_redirect_uris: [`${publicUrl}/`, `${publicUrl}/signed-out`],
  };
}

function applicationClients({ clientSecrets }: IdentitySecrets) {
  return demoApplications.map((application) => {
    const clientId = applicationClientId(application);
    return {
      client_id: clientId,
      client_secret: clientSecrets[clientId] ?? '',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    };
  });
}

const findAccount: FindAccount = (_ctx, id) => {
  const account = accounts.find(({ objectId }) => objectId === id);
  if (account === undefined) return undefined;
  return {
    accountId: account.objectId,
    claims: () => ({
      sub: account.objectId,
      oid: account.objectId,
      tid: account.directory.directoryId,
      name: account.displayName,
      preferred_username: account.email,
      email: account.email,
    }),
  };
};

/** Signing in is all there is: the console is this service's own, so nobody is asked to consent to it. */
function signInPolicy() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider } = oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(personScopes);
  for (const resource of Object.keys(oidc.resourceServers ?? {}))
    grant.addResourceScope(resource, defaultScope);
  await grant.save();
  return grant;
}

function shapeAccessToken(
  publicUrl: string,
  token: AccessToken | ClientCredentials,
  jwt: JWTStructured,
): void {
  const { aud, iat, exp, jti } = jwt.payload;
  jwt.payload = { ...claimsOf(publicUrl, token), aud, iat, nbf: iat, exp, jti };
}

function claimsOf(publicUrl: string, token: AccessToken | ClientCredentials): TokenClaims {
  if (token.kind === 'ClientCredentials') {
    const application = demoApplications.find((known) => applicationClientId(known) === token.clientId);
    if (application === undefined) throw new errors.InvalidClient('no such application');
    return applicationClaims(publicUrl, application, application.roles);
  }
  const account = accounts.find(({ objectId }) => objectId === (token as AccessToken).accountId);
  if (account === undefined) throw new errors.InvalidGrant('no such account');
  return delegatedClaims(publicUrl, account, {
    applicationId: token.clientId ?? consoleClientId,
    scope: token.scope || defaultScope,
  });
}

function logoutSource(ctx: KoaContextWithOIDC, form: string): void {
  // A hint that names the signed-in account shows that the console asks, and not a link on some other page.
  const hinted = ctx.oidc.entities.IdTokenHint?.payload.sub;
  ctx.body = signOutPage(form, hinted !== undefined && hinted === ctx.oidc.session?.accountId);
}

function postLogoutSuccessSource(ctx: KoaContextWithOIDC): void {
  ctx.body = messagePage('Signed out', 'You are signed out of Plumbline. You may close this page.');
}

function renderError(ctx: KoaContextWithOIDC, { error, error_description: description }: ErrorOut): void {
  ctx.type = 'html';
  ctx.body = messagePage(
    'The sign-in could not go on',
    `${description ?? error} (${error}). Go back to the console and sign in again.`,
  );
}
