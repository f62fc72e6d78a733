import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { type Asked, startLocalServer, type Told } from '../support/local-server.ts';
import { freePort } from '../support/temporary-server.ts';
import { outboundToLoopback, plainSettings } from '../support/trino.ts';

/** A coordinator behind a gateway that has its bad moments, which no real one shows when it is asked to. */
async function openAt(port: number): Promise<TrinoSession> {
  const address = trinoAddress({ ...plainSettings(), host: '127.0.0.1', port }, null);
  const context = { product: 'Trino', address, table: null };
  return TrinoSession.open(outboundToLoopback, address, context, {
    signal: undefined,
    timeLimitMs: 60_000,
    table: null,
  });
}

async function openGateway(t: TestContext, answer: (asked: Asked) => Told) {
  const server = await startLocalServer(t, answer);
  const session = await openAt(Number(new URL(server.origin).port));
  t.after(() => session[Symbol.dispose]());
  return { ...server, session };
}

const column = { name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } };
const elsewhere = 'http://169.254.169.254/v1/statement/executing/1';
const lastPage = { columns: [column], data: [[1]] };

test('a gateway that is not ready is asked again, and pages come from nowhere else', async (t) => {
  let refusals = 2;
  const { session, asked } = await openGateway(t, ({ method }) => {
    if (refusals-- > 0) return { status: 503 };
    return { body: method === 'POST' ? { nextUri: elsewhere } : lastPage };
  });
  assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  assert.deepEqual(
    asked.map(({ method, url }) => `${method} ${url.pathname}`),
    [...Array(3).fill('POST /v1/statement'), 'GET /v1/statement/executing/1'],
  );
});

test('a statement that a lost worker ended is run again, and given up after three times', async (t) => {
  const error = { message: 'secret value', errorName: 'REMOTE_HOST_GONE', errorType: 'INTERNAL_ERROR' };
  let losses = 2;
  const { session, asked } = await openGateway(t, () => ({ body: losses-- > 0 ? { error } : lastPage }));
  assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  assert.equal(asked.length, 3);
  losses = 3;
  await assert.rejects(session.query('SELECT 1'), (thrown: Error) => {
    assert.equal('code' in thrown && thrown.code, 'connection_lost');
    assert.doesNotMatch(thrown.message, /secret value/);
    return true;
  });
});

test('a reader who stops early ends the statement', async (t) => {
  const { session, asked } = await openGateway(t, () => ({ body: { ...lastPage, nextUri: elsewhere } }));
  for await (const _record of session.send(['n'], 't').records) break;
  assert.deepEqual(
    [asked.at(-1)?.method, asked.at(-1)?.url.pathname],
    ['DELETE', '/v1/statement/executing/1'],
  );
});

test('a server of something else is told from one that fails', async (t) => {
  for (const body of ['<!doctype html><title>It works</title>', [], null]) {
    const { session } = await openGateway(t, () => ({ body }));
    await assert.rejects(session.query('SELECT 1'), (thrown: Error) => {
      assert.equal('code' in thrown && thrown.code, 'connection_failed');
      assert.match(thrown.message, /not as Trino does\. Check the host and the port/);
      return true;
    });
  }
});

test('a server that is not there is told from one that went away', async () => {
  using session = await openAt(await freePort());
  await assert.rejects(session.query('SELECT 1'), { code: 'connection_failed' });
});
