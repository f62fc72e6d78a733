import http from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { OutboundError } from './outbound-error.ts';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Far above the longest page of any service that we call. */
const maxBytes = 8 * 1024 * 1024;

/** One attempt. Redirects are refused: what is configured is called, and nothing that an answer names. */
export async function send(
  call: Call,
  url: URL,
  { timeoutMs, authorities }: { readonly timeoutMs: number; readonly authorities: string | undefined },
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
  try {
    const answer = await exchange(call, url, signal, authorities);
    if (answer.status >= 300 && answer.status < 400) throw new OutboundError('redirected', url.host);
    return answer;
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError('unreachable', url.host);
  }
}

function exchange(
  { method, headers, body }: Call,
  url: URL,
  signal: AbortSignal,
  authorities: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        headers,
        signal,
        ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
      },
      (message) => {
        const chunks: Buffer[] = [];
        let size = 0;
        message.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) request.destroy(new OutboundError('tooLarge', url.host));
        });
        message.on('error', reject);
        message.on('end', () => {
          resolve({
            status: message.statusCode ?? 0,
            headers: headersOf(message),
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
