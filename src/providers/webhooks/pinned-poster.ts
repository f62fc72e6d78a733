import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { DeliveryFailure } from '../../domain/webhooks/webhook.ts';
import { retryAfterMs } from '../outbound/outbound.ts';
import type { Posted, Poster, Posting } from './poster.ts';

/** A host whose name has been looked up once, and whose addresses may all be connected to. */
export interface LocatedHost {
  readonly addresses: readonly string[];
}

export interface PosterOptions {
  /**
   * Looks a host up and checks all that it resolves to; answers with the failure where it may not be called. Plain
   * connections are for hosts that an operator has listed.
   */
  readonly locate: (target: {
    readonly host: string;
    readonly port: number;
    readonly isPlain: boolean;
  }) => Promise<LocatedHost | DeliveryFailure>;
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
  /** Certificates of authorities that are trusted besides the usual ones. */
  readonly authorities: string | undefined;
}

/** Nobody reads the answer: this much of it is taken, and the connection closed. */
const mostAnswerBytes = 64 * 1024;

/**
 * Looks a name up before every message, checks the addresses, and connects to those and no others: a name that means
 * another address a moment later is of no use to anybody. Redirects are not followed.
 */
export function createPinnedPoster({ locate, timeoutMs, authorities }: PosterOptions): Poster {
  const find = (url: URL) =>
    locate({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      isPlain: url.protocol !== 'https:',
    });
  return {
    async examine(url) {
      const found = await find(new URL(url));
      return typeof found === 'string' ? found : null;
    },
    async post(posting) {
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([posting.signal, limit]);
      const url = new URL(posting.url);
      try {
        const found = await find(url);
        if (typeof found === 'string') return { status: null, failure: found };
        return judge(await exchange(url, { ...posting, signal }, found, authorities));
      } catch {
        posting.signal.throwIfAborted();
        return { status: null, failure: limit.aborted ? 'timeout' : 'unreachable' };
      }
    },
  };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

function judge({ status, retryAfter }: Answer): Posted {
  if (status >= 200 && status < 300) return { status, failure: null };
  const failure = status >= 300 && status < 400 ? 'redirected' : 'status';
  const waitMs = retryAfterMs(retryAfter);
  return { status, failure, ...(waitMs !== undefined && { retryAfterSeconds: waitMs / 1000 }) };
}

function exchange(
  url: URL,
  { headers, body, signal }: Posting,
  { addresses }: LocatedHost,
  authorities: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        // A connection of its own: one that is kept was opened to what the name meant then.
        agent: false,
        lookup: pinned(addresses),
        ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
      },
      (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > mostAnswerBytes) answer.destroy();
        });
        answer.on('error', reject);
        answer.on('close', () => resolve({ status, retryAfter: told['retry-after'] ?? null }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, callback) => {
    if (all) return callback(null, found);
    const [first = { address: '', family: 0 }] = found;
    callback(null, first.address, first.family);
  };
}
