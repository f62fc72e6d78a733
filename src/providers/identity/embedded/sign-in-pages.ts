import { errors, type Provider } from 'oidc-provider';
import { accounts, directories } from './directories.ts';
import { assets, contentSecurityPolicy, messagePage, signInPage } from './pages.ts';
import { issuerOf } from './token-claims.ts';

type Middleware = Parameters<Provider['use']>[0];

const signInPath = /^\/sign-in\/([\w-]+)(?:\/([\w-]+))?$/;
const directoryDiscoveryPath = /^\/([0-9a-f-]{36})\/v2\.0\/\.well-known\/openid-configuration$/;

/**
 * Every address in an answer, and whether cookies are for TLS only, follows from the public URL: not from a Host
 * header, which anyone can write, nor from the connection, which is plain behind a proxy that ends TLS. The provider
 * believes the forwarded headers (`proxy`), and they are written here.
 */
export function atPublicUrl(publicUrl: string): Middleware {
  const { host, protocol } = new URL(publicUrl);
  return (ctx, next) => {
    ctx.mountPath = '/identity';
    ctx.req.headers['x-forwarded-host'] = host;
    ctx.req.headers['x-forwarded-proto'] = protocol.replace(':', '');
    return next();
  };
}

/** Headers that every answer of the identity carries. */
export const withSecurityHeaders: Middleware = async (ctx, next) => {
  ctx.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
  await next();
};

export const serveAssets: Middleware = async (ctx, next) => {
  const asset = Object.hasOwn(assets, ctx.path) ? assets[ctx.path] : undefined;
  if (asset === undefined || ctx.method !== 'GET') return next();
  ctx.set({ 'Content-Type': asset.type, 'Cache-Control': 'max-age=3600' });
  ctx.body = asset.body;
};

/**
 * `GET /sign-in/{uid}` shows the accounts; `POST /sign-in/{uid}/{objectId}` picks one, `…/cancel` none. The cookie
 * that the provider set for this one sign-in says whose it is; without it, or after its hour, there is nothing to do.
 */
export function serveSignIn(provider: Provider): Middleware {
  return async (ctx, next) => {
    const [, uid, choice] = signInPath.exec(ctx.path) ?? [];
    if (uid === undefined) return next();
    ctx.set('Cache-Control', 'no-store');
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res);
      if (ctx.method === 'GET' && choice === undefined) {
        const hint = interaction.params.login_hint;
        ctx.body = signInPage(
          `/identity/sign-in/${interaction.uid}`,
          accounts,
          typeof hint === 'string' ? hint : undefined,
        );
      } else if (ctx.method === 'POST' && choice !== undefined) {
        const result = resultOf(choice);
        if (result === undefined) return;
        ctx.redirect(
          await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false }),
        );
        ctx.status = 303;
      }
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      ctx.status = 400;
      ctx.body = messagePage(
        'The sign-in has expired',
        'It was finished, or begun in another browser, or more than an hour ago. Go back to the console and sign in again.',
      );
    }
  };
}

function resultOf(choice: string) {
  if (choice === 'cancel') {
    return { error: 'access_denied', error_description: 'The sign-in was cancelled' };
  }
  const account = accounts.find(({ objectId }) => objectId === choice);
  return account && { login: { accountId: account.objectId }, select_account: {} };
}

/**
 * `/{tid}/v2.0/.well-known/openid-configuration`: for whoever follows the issuer of an access token to its keys. It is
 * the provider's own document under the issuer's name; people sign in through the one without a directory.
 */
export function serveDirectoryDiscovery(publicUrl: string): Middleware {
  return async (ctx, next) => {
    const [, directoryId] = directoryDiscoveryPath.exec(ctx.path) ?? [];
    const directory = directories.find((known) => known.directoryId === directoryId);
    if (directory === undefined) return next();
    ctx.path = '/.well-known/openid-configuration';
    await next();
    if (ctx.status === 200 && typeof ctx.body === 'object') {
      ctx.body = { ...ctx.body, issuer: issuerOf(publicUrl, directory) };
    }
  };
}
