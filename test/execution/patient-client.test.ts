import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createPatientClient } from '../../src/cli/run/patient-client.ts';

type Reply = { readonly status: number; readonly code?: string } | 'hang up';

/** A service that answers with what is next, and remembers what it was asked. */
const asked: IncomingMessage[] = [];
const replies: Reply[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  const reply = replies.shift() ?? { status: 200 };
  if (reply === 'hang up') return void request.socket.destroy();
  response.writeHead(reply.status, { 'content-type': 'application/json', 'retry-after': '0' });
  const problem = { title: 'No', detail: 'Not now.', status: reply.status, code: reply.code, requestId: 'r' };
  response.end(JSON.stringify(reply.status < 300 ? { runUuid: 'x' } : problem));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = createPatientClient({ url, token: async () => 'token' });

function submit(given: readonly Reply[], patienceMs: number) {
  asked.length = 0;
  replies.splice(0, replies.length, ...given);
  return client.call('submit_all_runs', { idempotencyKey: 'one-key' }, { patienceMs });
}

test('what may pass is asked again, with the same key: a Run is started once', async () => {
  const { status } = await submit(['hang up', { status: 503 }, { status: 429 }], 30_000);
  assert.equal(status, 200);
  assert.deepEqual(
    asked.map(({ headers }) => headers['idempotency-key']),
    ['one-key', 'one-key', 'one-key', 'one-key'],
  );
});

test('what the service refuses is not asked again', async () => {
  await assert.rejects(submit([{ status: 409, code: 'execution_environment_not_ready' }], 30_000), {
    name: 'ProblemError',
  });
  assert.equal(asked.length, 1);
});

test('patience ends, with the last word of the service or with where it was looked for', async () => {
  await assert.rejects(submit([{ status: 503, code: 'dependency_unavailable' }], 0), {
    name: 'ProblemError',
  });
  await assert.rejects(submit(['hang up'], 0), {
    name: 'AppError',
    message: new RegExp(`^No service answers at ${url}`),
  });
});

test('an interruption ends the waiting', async () => {
  const interrupted = new AbortController();
  replies.splice(0, replies.length, ...Array.from({ length: 100 }, () => ({ status: 503 })));
  const call = client.call(
    'get_run',
    { params: { runUuid: 'x' } },
    { patienceMs: 60_000, signal: interrupted.signal },
  );
  setImmediate(() => interrupted.abort());
  await assert.rejects(call, { name: 'AbortError' });
});
