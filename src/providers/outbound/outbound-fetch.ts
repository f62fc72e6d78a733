import type { Outbound } from './outbound.ts';
import type { Call } from './send.ts';

/** `outbound` in the shape of `fetch`, for clients that take one. Bodies are text or bytes; nothing streams. */
export function outboundFetch(outbound: Outbound): typeof fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const { status, headers, body } = await outbound({
      method: (init.method ?? 'GET').toUpperCase() as Call['method'],
      url,
      headers: Object.fromEntries(new Headers(init.headers).entries()),
      ...(init.body && { body: bodyOf(init.body) }),
      ...(init.signal && { signal: init.signal }),
    });
    // Statuses that cannot have a body refuse even an empty one.
    return new Response(status === 204 || status === 205 ? null : new Uint8Array(body), { status, headers });
  };
}

function bodyOf(body: NonNullable<RequestInit['body']>): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only text and bytes are sent.');
}
