import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that outlives the service, and remembers what it was told. */
export interface Receiver {
  readonly url: string;
  /** The ids of the events that came, each once. */
  readonly told: ReadonlySet<string>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const told = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    told.add(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    told,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
