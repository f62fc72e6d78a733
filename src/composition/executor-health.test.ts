import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { serveHealth } from './executor-health.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address.port;
}

test('an executor is alive for a minute after it last heard from the service', async () => {
  let now = 0;
  const port = await freePort();
  await using health = await serveHealth(port, () => now);
  const claimed = { leases: [], pollAfterSeconds: 1 };
  const claim = health.watch(async () => claimed);
  const status = async (path = '/livez') => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  assert.equal(await status(), 200, 'it has just started');
  now = 61_000;
  assert.equal(await status(), 503);
  assert.equal(
    await claim({ capacity: 1, longCapacity: 1, waitSeconds: 0 }, new AbortController().signal),
    claimed,
  );
  assert.equal(await status(), 200);
  assert.equal(await status('/'), 404);
  await assert.rejects(
    serveHealth(port, () => now),
    /PLUMBLINE_EXECUTOR_HEALTH_PORT/,
  );
});
