import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import fastify from 'fastify';
import { createEmbeddedIdentity } from '../../../src/providers/identity/embedded/embedded-identity.ts';
import { loadIdentitySecrets } from '../../../src/providers/identity/embedded/identity-secrets.ts';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import { Console, type TokenAnswer } from './browser.ts';
import { clock, startIdentityServer, temporaryFolder } from './identity-server.ts';

const folder = await temporaryFolder();
after(() => rm(folder, { recursive: true }));
const options = { dataDir: folder, audience: 'api://plumbline', clock };

describe('the addresses in an answer', () => {
  test('follow from the public URL, whatever host the request names', async () => {
    await using server = await startIdentityServer();
    for (const headers of [
      { host: 'evil.test' },
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    ]) {
      // Not with fetch, which writes a Host header of its own.
      const request = get(`${server.publicUrl}/identity/.well-known/openid-configuration`, { headers });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const document = await json(response);
      assert.equal(JSON.stringify(document).includes('evil.test'), false);
      assert.equal(Object(document).authorization_endpoint, `${server.publicUrl}/identity/auth`);
    }
  });

  test('are 404 where there is nothing', async () => {
    await using server = await startIdentityServer();
    for (const path of ['', '/', '/nothing', '/me', '/assets/nothing.css', '/keys.json', '/constructor']) {
      assert.equal((await fetch(`${server.publicUrl}/identity${path}`)).status, 404, path);
    }
  });

  test('are for TLS, and so are the cookies, when the public URL is, though the proxy speaks plainly', async () => {
    const publicUrl = 'https://plumbline.test';
    const identity = await createEmbeddedIdentity({ ...options, publicUrl });
    const server = createServer(identity.handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const discovery = await fetch(`${address}/identity/.well-known/openid-configuration`);
    assert.match(await discovery.text(), /"token_endpoint":"https:\/\/plumbline\.test\/identity\/token"/);
    const response = await fetch(`${address}${new Console(publicUrl).authorizeUrl()}`, {
      redirect: 'manual',
    });
    const cookies = response.headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) assert.match(cookie, /; secure/i);
    server.closeAllConnections();
    server.close();
    identity.close();
  });

  test('need a public URL without a path', async () => {
    for (const publicUrl of ['http://127.0.0.1:8080/app', 'http://127.0.0.1:8080/?x', 'ftp://127.0.0.1/']) {
      await assert.rejects(createEmbeddedIdentity({ ...options, publicUrl }), TypeError);
    }
  });
});

describe('the handler', () => {
  test('works in Fastify as its description says, bodies included', async () => {
    const identity = await createEmbeddedIdentity({ ...options, publicUrl: 'http://plumbline.test' });
    const service = fastify();
    service.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/identity/*', (request, reply) => {
        reply.hijack();
        identity.handler(request.raw, reply.raw);
      });
    });
    const address = await service.listen({ host: '127.0.0.1', port: 0 });
    const { clientSecrets } = await loadIdentitySecrets(folder);
    const response = await fetch(`${address}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'contoso-demo-app',
        client_secret: clientSecrets['contoso-demo-app'] ?? '',
      }),
    });
    const { access_token } = (await response.json()) as TokenAnswer;
    const principal = await createTokenVerifier(identity.settings, { clock }).verify(access_token);
    assert.equal(principal.applicationId, 'contoso-demo-app');
    await service.close();
    identity.close();
  });
});
