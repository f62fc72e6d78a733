import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { BlobContainerOptions } from '../../src/executor/evidence/blob-container.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

/** A request as it came over the wire. */
export interface BlobRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** Of the blob; empty for the container itself. */
  readonly name: string;
}

/** How a request is dealt with in place of the usual way; `silent` lets it wait, `cut` ends the answer half way. */
export type Trouble =
  | 'silent'
  | 'cut'
  | { readonly status: number; readonly code: string; readonly location?: string };

export interface FakeBlobService {
  /** For a client of the container. */
  readonly options: BlobContainerOptions;
  readonly blobs: Map<string, Buffer>;
  readonly asked: BlobRequest[];
  /** Undefined: no trouble. It is asked once for each request. */
  trouble: (request: BlobRequest) => Trouble | undefined;
  /** The token that it takes. */
  token: string;
}

/** Fewer than a client asks for, as the service itself may: https://learn.microsoft.com/rest/api/storageservices/list-blobs */
const pageBlobs = 2;

/** Speaks as much of the Blob service's wire protocol as its client uses for evidence. TLS, because the client insists on it. */
export async function startFakeBlobService(t: { after(fn: () => void): void }): Promise<FakeBlobService> {
  const tls = selfSignedCertificate();
  const path = '/account/evidence';
  const blocks = new Map<string, Buffer>();
  const server = createServer(tls, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'https://local');
    const name = decodeURIComponent(url.pathname.slice(path.length + 1));
    const asked = { method, url, headers, name };
    service.asked.push(asked);
    const trouble = service.trouble(asked);
    if (trouble === 'silent') return;
    const told = answer();
    response.writeHead(told.status, { 'x-ms-version': '2024-11-04', ...told.headers });
    const { body = Buffer.alloc(0) } = told;
    if (trouble !== 'cut') response.end(body);
    else response.write(body.subarray(0, body.length / 2), () => response.destroy());

    function answer(): Told {
      if (typeof trouble === 'object') return refusal(trouble);
      if (headers.authorization !== `Bearer ${service.token}`) {
        return refusal({ status: 401, code: 'InvalidAuthenticationInfo' });
      }
      if (url.pathname !== path && !url.pathname.startsWith(`${path}/`)) {
        return refusal({ status: 404, code: 'ContainerNotFound' });
      }
      return answerOf({ blobs: service.blobs, blocks }, { ...asked, body: Buffer.concat(chunks) });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service: FakeBlobService = {
    options: {
      url: `https://127.0.0.1:${port}${path}`,
      credential: {
        getToken: async () => ({ token: 'a-token', expiresOnTimestamp: Date.now() + 3_600_000 }),
      },
      authorities: tls.cert,
      limits: { callMs: 60_000, transferMs: 60_000, pauseMs: 1 },
    },
    blobs: new Map(),
    asked: [],
    trouble: () => undefined,
    token: 'a-token',
  };
  return service;
}

interface Told {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

interface Held {
  readonly blobs: Map<string, Buffer>;
  /** By the name of the blob and the id of the block. */
  readonly blocks: Map<string, Buffer>;
}

function answerOf(
  { blobs, blocks }: Held,
  { method, url, headers, name, body }: BlobRequest & { readonly body: Buffer },
): Told {
  const blob = blobs.get(name);
  switch (`${method} ${url.searchParams.get('comp') ?? ''}`.trim()) {
    case 'PUT':
      if (headers['if-none-match'] === '*' && blob !== undefined) {
        return refusal({ status: 409, code: 'BlobAlreadyExists' });
      }
      blobs.set(name, body);
      return { status: 201, headers: { etag: etagOf(body) } };
    case 'PUT block':
      blocks.set(`${name} ${url.searchParams.get('blockid')}`, body);
      return { status: 201 };
    case 'PUT blocklist': {
      const ids = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) => id);
      const parts = ids.map((id) => blocks.get(`${name} ${id}`));
      if (!parts.every((part) => part !== undefined)) {
        return refusal({ status: 400, code: 'InvalidBlockList' });
      }
      const whole = Buffer.concat(parts);
      blobs.set(name, whole);
      return { status: 201, headers: { etag: etagOf(whole) } };
    }
    case 'GET':
      return blob === undefined ? refusal({ status: 404, code: 'BlobNotFound' }) : contentOf(blob, headers);
    case 'DELETE':
      return blobs.delete(name) ? { status: 202 } : refusal({ status: 404, code: 'BlobNotFound' });
    case 'GET list':
      return xml(200, listing(blobs, url.searchParams));
    default:
      return refusal({ status: 400, code: 'UnsupportedHttpVerb' });
  }
}

/** https://learn.microsoft.com/rest/api/storageservices/get-blob: a range that goes beyond the end is cut there. */
function contentOf(blob: Buffer, headers: IncomingHttpHeaders): Told {
  const etag = etagOf(blob);
  if ((headers['if-match'] ?? etag) !== etag) return refusal({ status: 412, code: 'ConditionNotMet' });
  const range = String(headers['x-ms-range'] ?? headers.range ?? '');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(blob.length, to ? Number(to) + 1 : blob.length);
  const body = blob.subarray(start, end);
  return {
    status: from === undefined ? 200 : 206,
    headers: {
      'content-length': String(body.length),
      'last-modified': new Date(0).toUTCString(),
      'x-ms-blob-type': 'BlockBlob',
      etag,
      ...(from !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${blob.length}` }),
    },
    body,
  };
}

function listing(blobs: ReadonlyMap<string, Buffer>, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const names = [...blobs.keys()].filter((name) => name.startsWith(prefix)).toSorted();
  const rest = names.filter((name) => name >= (asked.get('marker') ?? ''));
  const found = rest.slice(0, pageBlobs).map((name) => {
    const blob = blobs.get(name) ?? Buffer.alloc(0);
    const properties = `<Etag>${etagOf(blob)}</Etag><Content-Length>${blob.length}</Content-Length><BlobType>BlockBlob</BlobType>`;
    return `<Blob><Name>${name}</Name><Properties>${properties}</Properties></Blob>`;
  });
  const next = rest[pageBlobs] ?? '';
  return `<EnumerationResults ContainerName="evidence"><Prefix>${prefix}</Prefix><Blobs>${found.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`;
}

function refusal({ status, code, location }: Trouble & object): Told {
  const { headers, body } = xml(status, `<Error><Code>${code}</Code><Message>No.</Message></Error>`);
  const more = { 'x-ms-error-code': code, ...(location !== undefined && { location }) };
  return { status, headers: { ...headers, ...more }, body };
}

function xml(status: number, content: string) {
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${content}`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function etagOf(blob: Buffer): string {
  return `"0x${blob.length.toString(16).toUpperCase()}"`;
}
