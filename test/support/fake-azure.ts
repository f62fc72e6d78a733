import { createOutbound, type Outbound } from '../../src/providers/outbound/outbound.ts';
import { type Asked, type LocalServer, startLocalServer, type Told } from './local-server.ts';
import { type SelfSigned, selfSignedCertificate } from './self-signed-certificate.ts';

export interface FakeAzure extends LocalServer {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Answers for paths of the Resource Manager or the marketplace; they stand over each other, the last one first. */
  on(pattern: RegExp, answer: (asked: Asked) => Told): void;
  /** Calls to this server and to nothing else. */
  readonly outbound: Outbound;
}

/** Speaks Entra's wire protocol for client credentials, and whatever a test adds. TLS, because the clients insist on it. */
export async function startFakeAzure(t: { after(fn: () => void): void }): Promise<FakeAzure> {
  const tls = selfSignedCertificate();
  const [clientId, clientSecret] = ['a6f0a8f6-2b0c-4a3e-8f43-1f2f0f3c7b10', 'a-client-secret'];
  const answers: { readonly pattern: RegExp; readonly answer: (asked: Asked) => Told }[] = [];
  const answer = (asked: Asked): Told => {
    const found = answers.findLast(({ pattern }) => pattern.test(asked.url.pathname + asked.url.search));
    if (found !== undefined) return found.answer(asked);
    return entra(asked, server.origin, { clientId, clientSecret }) ?? { status: 404 };
  };
  const server = await startLocalServer(t, answer, tls);
  return {
    ...server,
    clientId,
    clientSecret,
    on: (pattern, each) => void answers.push({ pattern, answer: each }),
    outbound: outboundTo([server.origin], tls),
  };
}

function outboundTo(origins: readonly string[], { cert }: SelfSigned): Outbound {
  const now = () => performance.now();
  return createOutbound({ origins, timeoutMs: 5_000, authorities: cert, random: () => 0, now });
}

function entra(
  { url, body }: Asked,
  origin: string,
  known: { readonly clientId: string; readonly clientSecret: string },
): Told | undefined {
  const [, directoryId] = url.pathname.split('/');
  const authority = `${origin}/${directoryId}`;
  if (url.pathname.endsWith('/v2.0/.well-known/openid-configuration')) {
    return {
      body: {
        issuer: `${authority}/v2.0`,
        token_endpoint: `${authority}/oauth2/v2.0/token`,
        authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      },
    };
  }
  if (!url.pathname.endsWith('/oauth2/v2.0/token')) return undefined;
  const form = new URLSearchParams(body);
  if (form.get('client_id') !== known.clientId || form.get('client_secret') !== known.clientSecret) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000222: expired' } };
  }
  return {
    body: { token_type: 'Bearer', expires_in: 3600, access_token: `token-of-${directoryId}` },
  };
}
