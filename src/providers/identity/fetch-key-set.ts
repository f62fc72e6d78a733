/** A shared caller must never wait longer than a client is willing to; a key set is a small static document. */
const timeLimitMs = 3000;
/** Microsoft Entra's, with certificate chains, is near 20 KB. */
const maxBytes = 256 * 1024;

/** The part of the global `fetch` that is used here. */
export type Fetch = (uri: string, init: RequestInit) => Promise<Response>;

/** Reads an issuer's key set. Bounded in time and size; a redirect is an error, since it could lead anywhere. */
export async function fetchKeySet(uri: string, fetch: Fetch): Promise<unknown> {
  const response = await fetch(uri, {
    redirect: 'error',
    headers: { accept: 'application/jwk-set+json, application/json' },
    signal: AbortSignal.timeout(timeLimitMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The key set at ${uri} was answered with status ${response.status}`);
  }
  return JSON.parse(await readBounded(response, uri));
}

async function readBounded(response: Response, uri: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`The key set at ${uri} is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
