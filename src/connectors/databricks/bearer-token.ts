import type { PlatformHttp } from '../platform/platform-http.ts';
import type { DatabricksAddress } from './databricks-address.ts';

/** A token is renewed so long before it ends: the request that carries it takes a while. */
const renewedBeforeMs = 60_000;

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
}

/**
 * What requests are authorised by: the access token itself, or, for a service principal, one that the workspace gives
 * for its secret (RFC 6749, section 4.4).
 */
export class BearerToken {
  readonly #http: PlatformHttp;
  readonly #address: DatabricksAddress;
  readonly #now: () => number;
  #given: { readonly token: string; readonly renewAt: number } | null = null;

  constructor(http: PlatformHttp, address: DatabricksAddress, now: () => number) {
    this.#http = http;
    this.#address = address;
    this.#now = now;
  }

  async header(signal: AbortSignal | undefined): Promise<string> {
    const { authentication, password } = this.#address;
    if (authentication === 'token') return `Bearer ${password.reveal()}`;
    if (this.#given === null || this.#given.renewAt <= this.#now()) this.#given = await this.#ask(signal);
    return `Bearer ${this.#given.token}`;
  }

  async #ask(signal: AbortSignal | undefined) {
    const { user, password } = this.#address;
    const credentials = Buffer.from(`${user}:${password.reveal()}`).toString('base64');
    const answer = (await this.#http.ask({
      method: 'POST',
      path: '/oidc/v1/token',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'plumbline',
      },
      body: 'grant_type=client_credentials&scope=all-apis',
      signal,
      isRepeatable: true,
    })) as TokenAnswer;
    return {
      token: answer.access_token,
      renewAt: this.#now() + answer.expires_in * 1_000 - renewedBeforeMs,
    };
  }
}
