import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '../../../src/domain/app-error.ts';
import type { ProblemCode } from '../../../src/domain/problems.ts';
import { BlobContainer } from '../../../src/executor/evidence/blob-container.ts';
import { BlobEvidenceStore } from '../../../src/executor/evidence/blob-evidence-store.ts';
import { writeManifest } from '../../../src/executor/evidence/evidence-manifest.ts';
import { scratch } from '../../support/command.ts';
import { startFakeBlobService, type Trouble } from '../../support/fake-blob-service.ts';

const { signal } = new AbortController();

async function openStore(t: TestContext) {
  const service = await startFakeBlobService(t);
  const container = new BlobContainer(service.options);
  const open = () => BlobEvidenceStore.open(container, scratch(), randomUUID());
  return { service, container, open };
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => assert.fail('it worked'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof AppError, inspect(error));
  return error;
}

const refusals: readonly [Trouble & object, ProblemCode][] = [
  [{ status: 403, code: 'AuthorizationPermissionMismatch' }, 'evidence_store_denied'],
  [{ status: 403, code: 'AuthorizationFailure' }, 'evidence_store_denied'],
  [{ status: 404, code: 'ContainerNotFound' }, 'evidence_store_missing'],
  [{ status: 409, code: 'ContainerBeingDeleted' }, 'evidence_store_missing'],
  [{ status: 412, code: 'LeaseIdMissing' }, 'evidence_store_unavailable'],
  [{ status: 503, code: 'ServerBusy' }, 'evidence_store_unavailable'],
  [{ status: 500, code: 'InternalError' }, 'evidence_store_unavailable'],
];

test('every refusal is told in words that say what to do, and without the token', async (t) => {
  const { service, open } = await openStore(t);
  const store = await open();
  const operations = {
    open,
    write: async () => {
      await using writing = await store.begin('o/r/w-1', signal);
      await writeManifest(writing.path, { tests: {} });
      await writing.keep();
    },
    read: () => store.read('o/r/w-1/rows.parquet', signal),
    remove: () => store.remove('o/r/w-1'),
    list: async () => {
      for await (const _ of store.folders());
    },
  };
  for (const [trouble, code] of refusals) {
    service.trouble = () => trouble;
    for (const [name, operation] of Object.entries(operations)) {
      const failure = await failureOf(operation());
      assert.equal(failure.code, code, `${name} ${trouble.code}`);
      assert.ok(failure.message.includes(trouble.code), failure.message);
      assert.ok(failure.message.includes(service.options.url), failure.message);
      assert.equal(inspect(failure, { depth: 9 }).includes(service.token), false, 'no token');
    }
  }
});

test('a token that is not taken, and one that is not given', async (t) => {
  const { service, open } = await openStore(t);
  service.token = 'another';
  assert.equal((await failureOf(open())).code, 'evidence_store_denied');
  const credential = {
    getToken: async () => {
      throw Object.assign(new Error('no endpoint'), { name: 'CredentialUnavailableError' });
    },
  };
  const container = new BlobContainer({ ...service.options, credential });
  const failure = await failureOf(container.delete('x'));
  assert.equal(failure.code, 'evidence_store_unavailable');
  assert.match(failure.message, /managed identity/);
});

test('a failure that passes is not noticed', async (t) => {
  const { service, open } = await openStore(t);
  const seen = new Set<string>();
  service.trouble = ({ method, url, name }) => {
    const request = `${method} ${name} ${url.searchParams.get('comp')}`;
    if (seen.has(request)) return undefined;
    seen.add(request);
    return { status: 503, code: 'ServerBusy' };
  };
  const store = await open();
  await store.remove('o/r/w-1');
  assert.equal(await store.read('o/r/w-1/rows.parquet', signal), null);
  assert.ok(seen.size >= 5);
});

test('a download that breaks off begins again, and not for ever', async (t) => {
  const { service, container } = await openStore(t);
  const rows = randomBytes(500_000);
  service.blobs.set('rows', rows);
  service.trouble = () => (service.asked.length === 1 ? 'cut' : undefined);
  const file = join(scratch(), 'rows');
  const wanted = { file, maxBytes: rows.length };
  assert.equal(await container.downloadFile('rows', wanted, signal), rows.length);
  assert.deepEqual(readFileSync(file), rows);
  assert.equal(service.asked.length, 2);
  service.trouble = () => 'cut';
  const failure = await failureOf(container.downloadFile('rows', wanted, signal));
  assert.equal(failure.code, 'evidence_store_unavailable');
  assert.match(failure.message, /broke off/);
});

test('a service that never answers is not waited for', async (t) => {
  const service = await startFakeBlobService(t);
  const container = new BlobContainer({
    ...service.options,
    limits: { callMs: 50, transferMs: 50, pauseMs: 1 },
  });
  service.trouble = () => 'silent';
  const file = join(scratch(), 'rows');
  const calls = [
    container.delete('x'),
    container.getText('x', 10),
    container.downloadFile('x', { file, maxBytes: 1 }, signal),
    container.list('').next(),
  ];
  for (const call of calls) {
    const failure = await failureOf(call);
    assert.equal(failure.code, 'evidence_store_unavailable');
    assert.match(failure.message, /0\.05 s/);
  }
});

test('nobody there, and a redirect to somebody else', async (t) => {
  const { service, container } = await openStore(t);
  const elsewhere = await startFakeBlobService(t);
  service.trouble = () => ({ status: 307, code: 'Moved', location: `${elsewhere.options.url}/x` });
  assert.equal((await failureOf(container.getText('x', 10))).code, 'evidence_store_unavailable');
  assert.equal(elsewhere.asked.length, 0, 'the token went nowhere else');
  const away = new BlobContainer({ ...service.options, url: 'https://127.0.0.1:1/account/evidence' });
  const failure = await failureOf(away.delete('x'));
  assert.equal(failure.code, 'evidence_store_unavailable');
  assert.match(failure.message, /ECONNREFUSED/);
});

test('a container that holds something else is no store', async (t) => {
  const { service, open } = await openStore(t);
  service.blobs.set('store.json', Buffer.from('{"name":"shop"}'));
  assert.equal((await failureOf(open())).code, 'evidence_store_missing');
  assert.equal(service.blobs.get('store.json')?.toString(), '{"name":"shop"}');
});
