import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stands between a client and a TCP server, and fails as networks and servers do. */
export interface UnreliableProxy {
  /** The server's URL, through the proxy. */
  readonly url: string;
  /** What the server has sent so far. */
  readonly sentBytes: number;
  /** As a server that was stopped: open connections break, new ones are refused. */
  stop(): Promise<void>;
  /** As a server that hangs: connections stay open, and nothing passes any more. */
  freeze(): void;
  /** As a network that resets what is open; new connections are good. */
  cut(): void;
  /** As a long way: every part arrives so much later. */
  delay(ms: number): void;
  /** Breaks the connection of the next client that sends this text; the server does not get it. */
  cutBefore(text: string): void;
  /** Back to normal, at the same address. */
  resume(): Promise<void>;
}

export async function openUnreliableProxy(
  serverUrl: string,
): Promise<UnreliableProxy & { close(): Promise<void> }> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let delayMs = 0;
  let sentBytes = 0;
  let cutText: string | undefined;

  const accept = (client: Socket) => {
    const server = connectTo(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      // What comes later never overtakes, also when the way becomes shorter again.
      let passed = Promise.resolve();
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (isFrozen) return;
        if (from === server) sentBytes += chunk.length;
        if (from === client && cutText !== undefined && chunk.includes(cutText)) {
          cutText = undefined;
          from.destroy();
          return;
        }
        const later = delayMs;
        passed = passed.then(async () => {
          if (later > 0) await sleep(later);
          to.write(chunk);
        });
      });
    }
  };

  let listener: Server | undefined = createServer(accept).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has an address.');
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);

  async function stop(): Promise<void> {
    const closed = listener === undefined ? undefined : once(listener, 'close');
    listener?.close();
    listener = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    url: url.href,
    get sentBytes() {
      return sentBytes;
    },
    stop,
    freeze() {
      isFrozen = true;
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    delay(ms) {
      delayMs = ms;
    },
    cutBefore(text) {
      cutText = text;
    },
    async resume() {
      // What was lost while frozen leaves the connections of that time without sense.
      if (isFrozen) for (const socket of sockets) socket.destroy();
      isFrozen = false;
      delayMs = 0;
      if (listener !== undefined) return;
      listener = createServer(accept).listen(Number(url.port), '127.0.0.1');
      await once(listener, 'listening');
    },
    close: stop,
  };
}
