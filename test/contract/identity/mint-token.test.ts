import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { accounts } from '../../../src/providers/identity/embedded/directories.ts';
import {
  loadIdentitySecrets,
  publicKeySet,
} from '../../../src/providers/identity/embedded/identity-secrets.ts';
import { type MintTokenOptions, mintToken } from '../../../src/providers/identity/embedded/mint-token.ts';
import { writeServiceRecord } from '../../../src/providers/identity/embedded/service-record.ts';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';
import { clock, temporaryFolder } from './identity-server.ts';
import { claimsOf } from './spoilt-tokens.ts';

const dataDir = await temporaryFolder();
const folders = [dataDir];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const mint = (options: Omit<MintTokenOptions, 'dataDir'>) => mintToken({ dataDir, ...options }, { clock });
const secrets = await loadIdentitySecrets(dataDir);
const verifier = createTokenVerifier(
  {
    issuer: 'http://127.0.0.1:8080/identity/{tid}/v2.0',
    audience: 'api://plumbline',
    jwksUri: 'http://127.0.0.1:8080/identity/jwks',
    localKeys: async () => publicKeySet(secrets),
  },
  { clock },
);

describe('a minted token', () => {
  for (const { email, objectId, directory } of accounts) {
    test(`is that of ${email}`, async () => {
      const principal = await verifier.verify(await mint({ as: email }));
      assert.deepEqual(
        [principal.kind, principal.objectId, principal.directoryId, principal.roles],
        ['delegated', objectId, directory.directoryId, ['SVC.Access']],
      );
    });
  }

  test('is that of an application, whose ids follow from directory and name', async () => {
    const roles = ['SVC.APIContributor'];
    const token = await mint({ app: 'loader', directory: 'contoso', roles });
    const principal = await verifier.verify(token);
    assert.deepEqual(
      [principal.kind, principal.applicationId, principal.roles],
      ['application', 'contoso-loader', roles],
    );
    const same = await verifier.verify(await mint({ app: 'loader', directory: 'contoso' }));
    assert.equal(same.objectId, principal.objectId);
    assert.deepEqual(same.roles, []);
    const others = [
      await verifier.verify(await mint({ app: 'loader', directory: 'fabrikam' })),
      await verifier.verify(await mint({ app: 'loader2', directory: 'contoso' })),
    ];
    for (const other of others) assert.notEqual(other.objectId, principal.objectId);
  });

  test('takes its address and audience from the service that last started here, unless told', async () => {
    const folder = await temporaryFolder();
    folders.push(folder);
    await loadIdentitySecrets(folder);
    await writeServiceRecord(folder, { publicUrl: 'http://127.0.0.1:9999', audience: 'api://mine' });
    const recorded = claimsOf(await mintToken({ dataDir: folder, as: 'olivia@contoso.example' }, { clock }));
    assert.match(String(recorded.iss), /^http:\/\/127\.0\.0\.1:9999\/identity\//);
    assert.equal(recorded.aud, 'api://mine');
    const told = claimsOf(
      await mintToken(
        {
          dataDir: folder,
          as: 'olivia@contoso.example',
          publicUrl: 'https://p.test/',
          audience: 'api://other',
        },
        { clock },
      ),
    );
    assert.match(String(told.iss), /^https:\/\/p\.test\/identity\//);
    assert.equal(told.aud, 'api://other');
  });

  test('can be spoilt for tests: expired, of another audience, without roles or scopes, of mixed kind', async () => {
    for (const options of [
      { as: 'olivia@contoso.example', expiresInSeconds: -61 },
      { as: 'olivia@contoso.example', audience: 'api://other' },
      { as: 'olivia@contoso.example', scope: '' },
      { app: 'loader', directory: 'contoso', scope: 'access_as_user' },
    ]) {
      await assert.rejects(
        verifier.verify(await mint(options)),
        { code: 'token_invalid' },
        JSON.stringify(options),
      );
    }
    assert.deepEqual(
      (await verifier.verify(await mint({ as: 'olivia@contoso.example', roles: [] }))).roles,
      [],
    );
    const { exp, iat } = claimsOf(await mint({ as: 'olivia@contoso.example', expiresInSeconds: 7 }));
    assert.equal(Number(exp) - Number(iat), 7);
  });

  test('is refused for someone unknown, with the names that are known', async () => {
    for (const [options, words] of [
      [{ as: 'mallory@contoso.example' }, 'olivia@contoso.example, carl@contoso.example'],
      [{}, 'olivia@contoso.example'],
      [{ as: 'olivia@contoso.example', app: 'x' }, 'not both'],
      [{ app: 'x' }, 'contoso, fabrikam'],
      [{ app: 'x', directory: 'northwind' }, 'There is no directory northwind'],
      [{ app: 'x\ny', directory: 'contoso' }, 'letters, digits'],
    ] as const) {
      await assert.rejects(mint(options), (error: Error) => {
        assert.equal(error.name, 'AppError');
        assert.ok(error.message.includes(words), error.message);
        return true;
      });
    }
  });
});

describe('the keys in the data directory', () => {
  test('are read by nobody else, also after a backup gave them to all', async () => {
    const file = join(dataDir, 'identity/keys.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(join(dataDir, 'identity'))).mode & 0o777, 0o700);
    await chmod(file, 0o644);
    await loadIdentitySecrets(dataDir);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  test('are the same for processes that make them at the same moment', async () => {
    const folder = await temporaryFolder();
    folders.push(folder);
    const module = new URL('../../../src/providers/identity/embedded/identity-secrets.ts', import.meta.url)
      .href;
    const script = `
      const { loadIdentitySecrets } = await import(${JSON.stringify(module)});
      const loaded = await Promise.all([1, 2].map(() => loadIdentitySecrets(process.argv[1])));
      console.log(loaded.map(({ signingKey }) => signingKey.kid).join());`;
    const runs = await Promise.all(
      Array.from({ length: 3 }, () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, folder]),
      ),
    );
    const kids = new Set(runs.flatMap(({ stdout }) => stdout.trim().split(',')));
    assert.equal(kids.size, 1);
    assert.deepEqual(await readdir(join(folder, 'identity')), ['keys.json']);
  });

  test('are not replaced when they cannot be read: the message says what to do', async () => {
    const folder = await temporaryFolder();
    folders.push(folder);
    await loadIdentitySecrets(folder);
    const file = join(folder, 'identity/keys.json');
    for (const text of ['', '{}', 'null', '{"signingKey":{"kty":"RSA"}}']) {
      await writeFile(file, text);
      await assert.rejects(loadIdentitySecrets(folder), /Restore it, or delete it/);
      assert.equal(await readFile(file, 'utf8'), text);
    }
  });
});
