import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
}

/** A real SMTP server on loopback that keeps what it is sent; `options` let it refuse. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Without this it warns that its certificate is only good for tests.
    logger: false,
    onAuth({ username = '', password }, _session, done) {
      if (password === 'right') done(null, { user: username });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          secure: session.secure,
          user: session.user,
        });
        done();
      }, done);
    },
    ...options,
  });
  // A client that breaks off in the middle is what some tests are about.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Takes connections and never says a word. */
export async function startSilentServer(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  const sockets = new Set<import('node:net').Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Makes an error that smtp-server answers with this reply. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
