import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SelfSigned } from './self-signed-certificate.ts';

/** A request as it came over the wire. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Told {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
}

export interface LocalServer {
  readonly origin: string;
  readonly asked: Asked[];
}

/** A server on this machine that stands where a company's cloud would, and remembers what it was asked. */
export async function startLocalServer(
  t: { after(fn: () => void): void },
  answer: (asked: Asked) => Told | Promise<Told>,
  tls?: SelfSigned,
): Promise<LocalServer> {
  const asked: Asked[] = [];
  const listener: Parameters<typeof createServer>[1] = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', headers, url = '' } = request;
    const question = { method, url: new URL(url, 'http://local'), headers, body };
    asked.push(question);
    const { status = 200, headers: told = {}, body: text = {} } = await answer(question);
    response
      .writeHead(status, { 'content-type': 'application/json', ...told })
      .end(typeof text === 'string' ? text : JSON.stringify(text));
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, asked };
}
