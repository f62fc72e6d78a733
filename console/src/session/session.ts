import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleConfig } from './console-config.ts';

/** A signed-in person. Tokens live in this object's memory and nowhere else: closing the tab forgets them. */
export interface Session {
  /** A token that is good now; renewed first if it is about to end. */
  accessToken(): Promise<string>;
  signOut(): Promise<void>;
}

const callbackPath = '/signed-in';
export const signedOutPath = '/signed-out';

/** A token with less time left than this is renewed before it is used. */
const renewWithinSeconds = 60;

/**
 * Resumes or begins the sign-in. Leaves the page for the identity provider where nobody is signed in yet, in which
 * case the promise stays open; a person with a live session there is back without having seen anything.
 */
export async function openSession(config: ConsoleConfig): Promise<Session> {
  const manager = createManager(config);
  const user = location.pathname === callbackPath ? await finishSignIn(manager) : null;
  if (user !== null) return sessionOf(manager);
  await beginSignIn(manager, currentPlace());
  return new Promise<never>(() => {});
}

function createManager(config: ConsoleConfig): UserManager {
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: location.origin + callbackPath,
    post_logout_redirect_uri: location.origin + signedOutPath,
    response_type: 'code',
    scope: config.scope,
    ...(config.resource !== null && { resource: config.resource }),
    automaticSilentRenew: true,
    loadUserInfo: false,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // The verifier of a sign-in under way has to outlive the redirect; it is no token, and goes once it was used.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
}

async function beginSignIn(manager: UserManager, returnTo: string): Promise<void> {
  await manager.signinRedirect({ state: { returnTo } });
}

/** Ends at the place where the sign-in began. An answer that was used already (Back, reload) begins another. */
async function finishSignIn(manager: UserManager): Promise<User | null> {
  const parameters = new URLSearchParams(location.search);
  history.replaceState(null, '', '/');
  if (parameters.has('error')) {
    throw new Error(
      parameters.get('error_description') ?? `The sign-in ended with ${parameters.get('error')}.`,
    );
  }
  if (!sessionStorage.getItem(`oidc.${parameters.get('state')}`)) return null;
  const user = await manager.signinRedirectCallback(`${location.origin}${callbackPath}?${parameters}`);
  const { returnTo = '/' } = (user.state ?? {}) as { returnTo?: string };
  history.replaceState(null, '', returnTo.startsWith('/') && !returnTo.startsWith('//') ? returnTo : '/');
  return user;
}

function sessionOf(manager: UserManager): Session {
  let renewal: Promise<User | null> | undefined;
  const renew = () => {
    renewal ??= manager.signinSilent().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  return {
    async accessToken() {
      const user = await manager.getUser();
      if (user !== null && (user.expires_in ?? 0) > renewWithinSeconds) return user.access_token;
      const renewed = await renew().catch(() => null);
      if (renewed !== null) return renewed.access_token;
      await beginSignIn(manager, currentPlace());
      return new Promise<never>(() => {});
    },
    signOut: () => manager.signoutRedirect(),
  };
}

function currentPlace(): string {
  return location.pathname + location.search + location.hash;
}
