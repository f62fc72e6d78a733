import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { directories } from '../../../src/providers/identity/embedded/directories.ts';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import type { TokenAnswer } from './browser.ts';
import { clock, startIdentityServer } from './identity-server.ts';

const server = await startIdentityServer();
const { publicUrl } = server;
const { clientSecrets } = JSON.parse(await readFile(join(server.dataDir, 'identity/keys.json'), 'utf8'));
after(async () => {
  assert.deepEqual(server.logged, []);
  await server[Symbol.asyncDispose]();
});

async function requestToken(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${publicUrl}/identity/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }),
  });
  return { status: response.status, body: (await response.json()) as TokenAnswer };
}

describe('an application with its secret', () => {
  for (const directory of directories.filter(({ name }) => name !== 'personal')) {
    const clientId = `${directory.name}-demo-app`;

    test(`${clientId} gets an application token of its directory`, async () => {
      const basic = Buffer.from(`${clientId}:${clientSecrets[clientId]}`).toString('base64');
      const { body } = await requestToken({}, { authorization: `Basic ${basic}` });
      const { objectId, ...principal } = await server.verifier.verify(body.access_token);
      assert.deepEqual(principal, {
        kind: 'application',
        directoryId: directory.directoryId,
        applicationId: clientId,
        roles: ['SVC.APIContributor'],
      });
      assert.match(objectId, /^[0-9a-f-]{36}$/);
    });
  }

  test('may send the secret in the body, and name the resource', async () => {
    const { status } = await requestToken({
      client_id: 'contoso-demo-app',
      client_secret: clientSecrets['contoso-demo-app'],
      resource: 'api://plumbline',
    });
    assert.equal(status, 200);
  });

  test('gets nothing with another secret, without one, or for another resource', async () => {
    const client_id = 'contoso-demo-app';
    const client_secret = clientSecrets['contoso-demo-app'];
    const answers = await Promise.all([
      requestToken({ client_id, client_secret: clientSecrets['fabrikam-demo-app'] }),
      requestToken({ client_id }),
      requestToken({ client_id: 'plumbline-console' }),
      requestToken({ client_id, client_secret, resource: 'https://other.test/' }),
    ]);
    assert.deepEqual(
      answers.map(({ body }) => body.error),
      ['invalid_client', 'invalid_client', 'invalid_request', 'invalid_target'],
    );
  });
});

describe('whoever follows the issuer of a token', () => {
  for (const directory of directories) {
    test(`finds the document of ${directory.name} under its own name, with the keys`, async () => {
      const issuer = `${publicUrl}/identity/${directory.directoryId}/v2.0`;
      const response = await fetch(`${issuer}/.well-known/openid-configuration`);
      const document = (await response.json()) as Record<string, string>;
      assert.equal(document.issuer, issuer);
      assert.equal(document.jwks_uri, `${publicUrl}/identity/jwks`);
      assert.equal(document.token_endpoint, `${publicUrl}/identity/token`);
    });
  }

  test('finds nothing for a directory that does not exist', async () => {
    const unknown = `${publicUrl}/identity/00000000-0000-4000-8000-000000000000/v2.0`;
    assert.equal((await fetch(`${unknown}/.well-known/openid-configuration`)).status, 404);
  });

  test('verifies with the published keys as the service does with its own', async () => {
    const { localKeys: _, ...settings } = server.identity.settings;
    const overHttp = createTokenVerifier(settings, { clock });
    const { body } = await requestToken({
      client_id: 'contoso-demo-app',
      client_secret: clientSecrets['contoso-demo-app'],
    });
    assert.deepEqual(
      await overHttp.verify(body.access_token),
      await server.verifier.verify(body.access_token),
    );
  });

  test('sees only the public half of the key', async () => {
    const { keys } = (await (await fetch(`${publicUrl}/identity/jwks`)).json()) as { keys: object[] };
    assert.deepEqual(
      keys.map((key) => Object.keys(key).sort()),
      [['alg', 'e', 'kid', 'kty', 'n', 'use']],
    );
  });
});
