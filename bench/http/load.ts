import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
}

/** The bytes of the next request. */
export type NextRequest = () => Buffer;

/**
 * Sends requests over keep-alive connections, each when the one before has been answered, for a time. Speaks just
 * enough HTTP to leave the processor to the servers. Any status but the expected one ends the measurement.
 */
export async function load(
  port: number,
  next: NextRequest,
  options: { readonly connections: number; readonly seconds: number; readonly expect: number },
): Promise<LoadResult> {
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => drive(port, next, until, options.expect)),
  );
  const seconds = (performance.now() - started) / 1000;
  return { requests: counts.reduce((sum, count) => sum + count, 0), seconds };
}

function drive(port: number, next: NextRequest, until: number, expect: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = Buffer.alloc(0);
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(next()));
    socket.setNoDelay(true).on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = answerLength(received);
      if (length === undefined || received.length < length) return;
      const status = received.toString('latin1', 9, 12);
      if (status !== String(expect)) {
        socket.destroy();
        reject(new Error(`Expected ${expect}, got ${received.toString('utf8', 0, 600)}`));
        return;
      }
      received = received.subarray(length);
      count += 1;
      if (performance.now() < until) socket.write(next());
      else socket.end(() => resolve(count));
    });
  });
}

function answerLength(received: Buffer): number | undefined {
  const headerEnd = received.indexOf('\r\n\r\n');
  if (headerEnd < 0) return undefined;
  const [, length = '0'] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headerEnd)) ?? [];
  return headerEnd + 4 + Number(length);
}
