import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keySetOf, type TestKey } from '../../support/tokens.ts';

/** A real issuer's key endpoint on loopback: it counts its requests, and the test decides what it answers. */
export interface KeySetServer extends AsyncDisposable {
  readonly uri: string;
  readonly hits: number;
  answer: RequestListener;
  publish(...keys: readonly TestKey[]): void;
  close(): Promise<void>;
}

export async function startKeySetServer(...keys: readonly TestKey[]): Promise<KeySetServer> {
  const state = { hits: 0 };
  const server = createServer((request, response) => {
    state.hits += 1;
    keySetServer.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const keySetServer: KeySetServer = {
    uri: `http://127.0.0.1:${port}/keys`,
    get hits() {
      return state.hits;
    },
    answer: answerWith(JSON.stringify(keySetOf(...keys))),
    publish(...published) {
      keySetServer.answer = answerWith(JSON.stringify(keySetOf(...published)));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return keySetServer;
}

export function answerWith(
  body: string,
  status = 200,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}
