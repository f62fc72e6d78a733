import type { Duplex } from 'node:stream';
import type pg from 'pg';

const heldBack = new WeakSet<Duplex>();

/**
 * Lets the statements that are sent to a connection from now until `release` calls back leave in one write: each write
 * is a system call, and wakes the server once.
 */
export function holdBackWrites(client: pg.Client, release: (callback: () => void) => void): void {
  const { stream } = client.connection;
  if (heldBack.has(stream)) return;
  heldBack.add(stream);
  stream.cork();
  release(() => {
    heldBack.delete(stream);
    stream.uncork();
  });
}
