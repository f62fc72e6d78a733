import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Enough of a browser for a sign-in: it keeps cookies by path and shows redirects in place of following them. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, Cookie>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  get cookies(): readonly Cookie[] {
    return [...this.#cookies.values()];
  }

  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#origin);
    assert.equal(url.origin, this.#origin, 'the flow never leaves the public address');
    const cookie = this.cookies
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...init.headers, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects while they stay under `/identity`; the last answer or the redirect out of it. */
  async follow(address: string, init: RequestInit = {}): Promise<{ response: Response; location: URL }> {
    let location = new URL(address, this.#origin);
    let response = await this.request(location.href, init);
    while (response.headers.has('location')) {
      location = new URL(response.headers.get('location') ?? '', location);
      if (!location.pathname.startsWith('/identity')) break;
      response = await this.request(location.href);
    }
    return { response, location };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/';
    const key = `${path} ${name}`;
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value, path });
  }
}

/** The console's half of the authorisation code flow with PKCE. */
export class Console {
  readonly browser: Browser;
  readonly #origin: string;
  readonly codeVerifier = randomBytes(32).toString('base64url');

  constructor(origin: string) {
    this.#origin = origin;
    this.browser = new Browser(origin);
  }

  authorizeUrl(overrides: Record<string, string | undefined> = {}): string {
    const parameters = {
      client_id: 'plumbline-console',
      response_type: 'code',
      scope: 'openid profile access_as_user',
      redirect_uri: `${this.#origin}/signed-in`,
      code_challenge: createHash('sha256').update(this.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'the-state',
      nonce: 'the-nonce',
      ...overrides,
    };
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return `/identity/auth?${new URLSearchParams(given)}`;
  }

  /** From the console to the sign-in page, and back with a code once an account has been picked. */
  async signIn(objectId: string, overrides: Record<string, string | undefined> = {}): Promise<string> {
    const { location: page } = await this.browser.follow(this.authorizeUrl(overrides));
    assert.match(page.pathname, /^\/identity\/sign-in\//);
    const { location } = await this.browser.follow(`${page.pathname}/${objectId}`, { method: 'POST' });
    assert.equal(location.pathname, '/signed-in');
    assert.equal(location.searchParams.get('state'), 'the-state');
    return location.searchParams.get('code') ?? '';
  }

  async requestToken(parameters: Record<string, string>): Promise<{ status: number; body: TokenAnswer }> {
    const response = await fetch(`${this.#origin}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'plumbline-console', ...parameters }),
    });
    return { status: response.status, body: (await response.json()) as TokenAnswer };
  }

  redeem(code: string, overrides: Record<string, string> = {}) {
    return this.requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${this.#origin}/signed-in`,
      code_verifier: this.codeVerifier,
      ...overrides,
    });
  }

  refresh(refreshToken: string) {
    return this.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly error?: string;
}
