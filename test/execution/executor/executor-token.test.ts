import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSettings } from '../../../src/cli/configuration/read-settings.ts';
import { executorTokens } from '../../../src/composition/executor-token.ts';
import { loadIdentitySecrets } from '../../../src/providers/identity/embedded/identity-secrets.ts';
import { writeServiceRecord } from '../../../src/providers/identity/embedded/service-record.ts';
import { scratch } from '../../support/command.ts';

async function startTokenEndpoint(t: TestContext, answer: (nth: number) => [number, unknown]) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(new URLSearchParams(body));
    const [status, json] = answer(asked.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, asked };
}

test('client credentials: one token for many calls, until shortly before its end or until it is refused', async (t) => {
  const { url, asked } = await startTokenEndpoint(t, (nth) => [
    200,
    { access_token: `token-${nth}`, token_type: 'Bearer', expires_in: 3600 },
  ]);
  let now = 0;
  const settings = readSettings({
    PLUMBLINE_IDENTITY: 'external',
    PLUMBLINE_EXECUTOR_TOKEN_URL: url,
    PLUMBLINE_EXECUTOR_CLIENT_ID: 'an-id',
    PLUMBLINE_EXECUTOR_CLIENT_SECRET: 'a-secret',
  });
  const tokens = executorTokens(settings, { now: () => new Date(now) });
  assert.deepEqual(await Promise.all([tokens.token(), tokens.token()]), ['token-1', 'token-1']);
  assert.deepEqual(Object.fromEntries(asked[0] ?? []), {
    grant_type: 'client_credentials',
    client_id: 'an-id',
    client_secret: 'a-secret',
    scope: 'api://plumbline/.default',
  });
  now = 3_479_000;
  assert.equal(await tokens.token(), 'token-1');
  now = 3_481_000;
  assert.equal(await tokens.token(), 'token-2');
  tokens.forget();
  assert.equal(await tokens.token(), 'token-3');
});

test('client credentials: a refusal is told without the secret, and asked again', async (t) => {
  const { url } = await startTokenEndpoint(t, (nth) =>
    nth === 1 ? [401, { error: 'invalid_client' }] : [200, { access_token: 'later', expires_in: 60 }],
  );
  const settings = readSettings({
    PLUMBLINE_EXECUTOR_TOKEN_URL: url,
    PLUMBLINE_EXECUTOR_CLIENT_SECRET: 'a-secret',
  });
  const tokens = executorTokens(settings, { now: () => new Date() });
  await assert.rejects(tokens.token(), (error: Error) => {
    assert.match(error.message, /401 \(invalid_client\)/);
    assert.ok(!error.message.includes('a-secret'));
    return true;
  });
  assert.equal(await tokens.token(), 'later');
});

test('a token file is read for each call', async () => {
  const file = join(scratch(), 'token');
  const tokens = executorTokens(readSettings({ PLUMBLINE_EXECUTOR_TOKEN_FILE: file }), {
    now: () => new Date(),
  });
  await assert.rejects(tokens.token());
  writeFileSync(file, 'one\n');
  assert.equal(await tokens.token(), 'one');
  writeFileSync(file, 'two');
  assert.equal(await tokens.token(), 'two');
});

test('the embedded identity signs for the executor only where a service has started', async () => {
  const dataDir = scratch();
  const tokens = executorTokens(readSettings({ PLUMBLINE_DATA_DIR: dataDir }), { now: () => new Date() });
  await assert.rejects(tokens.token(), /No service with the embedded identity has started/);
  await loadIdentitySecrets(dataDir);
  await writeServiceRecord(dataDir, { publicUrl: 'http://127.0.0.1:8080', audience: 'api://plumbline' });
  const [, claims = ''] = (await tokens.token()).split('.');
  const { roles, idtyp, azp, scp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.deepEqual(
    { roles, idtyp, azp, scp },
    {
      roles: [],
      idtyp: 'app',
      azp: 'plumbline-executor',
      scp: undefined,
    },
  );
});

test('a managed identity: the token comes from the endpoint of the platform, and nothing secret is configured', async (t) => {
  const asked: { url: URL; header: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://platform');
    asked.push({ url, header: request.headers['x-identity-header']?.toString() });
    const expiresOn = Math.floor(Date.now() / 1000) + 3600;
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        access_token: 'managed',
        expires_on: String(expiresOn),
        resource: url.searchParams.get('resource'),
        token_type: 'Bearer',
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/msi/token`;
  Object.assign(process.env, { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: 'of-this-container' });
  t.after(() => {
    delete process.env.IDENTITY_ENDPOINT;
    delete process.env.IDENTITY_HEADER;
  });
  const settings = readSettings({
    PLUMBLINE_IDENTITY: 'external',
    PLUMBLINE_EXECUTOR_MANAGED_IDENTITY: '5e2d0a4b-7b7e-4f0e-8a43-0f3b1d0c9a55',
  });
  const tokens = executorTokens(settings, { now: () => new Date() });
  assert.deepEqual(await Promise.all([tokens.token(), tokens.token()]), ['managed', 'managed']);
  const [first] = asked;
  assert.equal(asked.length, 1);
  assert.equal(first?.header, 'of-this-container');
  assert.equal(first?.url.searchParams.get('resource'), 'api://plumbline');
  assert.equal(first?.url.searchParams.get('client_id'), settings.PLUMBLINE_EXECUTOR_MANAGED_IDENTITY);
});
