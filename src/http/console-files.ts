import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../domain/app-error.ts';

/** What a browser must know before anybody is signed in. */
export interface ConsoleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string | null;
  readonly embeddedIdentity: boolean;
  readonly version: string;
}

/** The console as it was built: files by their path. Absent where it was not. */
export interface BuiltConsole {
  readonly page: string;
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

export interface ConsoleFile {
  readonly type: string;
  readonly content: Buffer;
  /** The same, compressed, by the name of the coding. */
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/**
 * An empty page for the console to write the interactive documentation into, which only a bearer of a token gets. It
 * is not the console's own page, because the documentation styles itself, and the console's policy lets nobody do so.
 */
const apiReferencePath = '/console-api-reference';
const apiReferencePage = '<!doctype html><html lang="en"><title>Plumbline API</title></html>\n';

/** What belongs to the service: an unknown path under these is a 404, never the console. */
const reserved = /^\/(api|problems|identity|assets|console|livez|readyz|metrics)(\/|$)/;

/** Names of these files carry a hash of their content: what was read once is good for ever. */
const forEver = 'public, max-age=31536000, immutable';

/** Serves the console at `/`, on the same origin as the API that it is built on. */
export function registerConsole(
  app: FastifyInstance,
  config: ConsoleConfig,
  built: BuiltConsole | null,
): void {
  app.get('/console-config.json', async (_, reply) => reply.header('cache-control', 'no-store').send(config));
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const file = built?.files.get(request.params['*']);
    if (file === undefined) throw unknownPath();
    return sendFile(request, reply, file);
  });
  app.get(apiReferencePath, async (_, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(apiReferencePage),
  );
  const page = built === null ? sayNotBuilt : sendPage(built.page, policyFor(config));
  app.get('/', page);
  // Every other path is a place in the console; which one, its router in the browser knows.
  app.get('/*', async (request, reply) => {
    if (built === null || reserved.test(request.url) || !wantsPage(request)) throw unknownPath();
    return page(request, reply);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  reply.header('content-type', file.type).header('cache-control', forEver).header('vary', 'accept-encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const coding of ['br', 'gzip'] as const) {
    const content = file.compressed[coding];
    if (content === undefined || !new RegExp(`\\b${coding}\\b(?!;q=0(\\.0*)?($|[\\s,]))`).test(accepted))
      continue;
    return reply.header('content-encoding', coding).send(content);
  }
  return reply.send(file.content);
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Each page gets a nonce of its own: no script runs and no style applies but what the service itself served. Style
 * attributes are set through the object model, which the policy lets pass, so nothing needs `unsafe-inline`.
 */
function sendPage(page: string, policy: (nonce: string) => string): PageHandler {
  return async (_, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce))
      .send(page.replaceAll('{{nonce}}', nonce));
  };
}

function policyFor({ issuer }: ConsoleConfig): (nonce: string) => string {
  return (nonce) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      // The identity provider answers with tokens here; the sign-in itself is a page of its own.
      `connect-src 'self' ${new URL(issuer).origin}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
}

const sayNotBuilt: PageHandler = async (_, reply) =>
  reply
    .header('content-type', 'text/plain; charset=utf-8')
    .send(
      'Plumbline is running. This installation was started without its console: `npm start` builds it. ' +
        'The API is under /api/v1.\n',
    );

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

function unknownPath(): AppError {
  return new AppError('path_unknown', { detail: 'The service has nothing at this path.' });
}
