import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FolderEvidenceStore } from './folder-evidence-store.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-store-'));
after(() => rmSync(root, { recursive: true, force: true }));

async function foldersOf(store: FolderEvidenceStore): Promise<readonly string[]> {
  const folders: string[] = [];
  for await (const folder of store.folders()) folders.push(folder);
  return folders.toSorted();
}

test('whoever opens a store first gives it its id, and nobody but its owner can look into it', async () => {
  const place = join(root, 'shared');
  const stores = await Promise.all([1, 2, 3].map(() => FolderEvidenceStore.open(place, randomUUID())));
  assert.equal(new Set(stores.map(({ storeUuid }) => storeUuid)).size, 1);
  assert.equal((await FolderEvidenceStore.open(place, randomUUID())).storeUuid, stores[0]?.storeUuid);
  assert.equal(statSync(place).mode & 0o777, 0o700);
  assert.deepEqual(JSON.parse(readFileSync(join(place, 'store.json'), 'utf8')), {
    storeUuid: stores[0]?.storeUuid,
  });
});

test('what is written is there once it is kept, and gone if it is not', async () => {
  const store = await FolderEvidenceStore.open(join(root, 'written'), randomUUID());
  {
    await using writing = await store.begin('org/run/work-1');
    writeFileSync(join(writing.path, 'rows.parquet'), 'rows');
    assert.equal(existsSync(store.pathOf('org/run/work-1')), false);
    assert.deepEqual(await foldersOf(store), ['org/run/work-1'], 'a sweep sees it all the same');
    await writing.keep();
  }
  assert.equal(readFileSync(store.pathOf('org/run/work-1/rows.parquet'), 'utf8'), 'rows');
  {
    await using writing = await store.begin('org/run/work-2');
    writeFileSync(join(writing.path, 'rows.parquet'), 'rows');
  }
  assert.deepEqual(await foldersOf(store), ['org/run/work-1']);
  await store.remove('org/run/work-1');
  await store.remove('org/run/work-1');
  assert.deepEqual(await foldersOf(store), []);
  assert.equal(existsSync(join(root, 'written', 'org')), false, 'no empty folder stays');
});

test('no path leads out of the store', async () => {
  const store = await FolderEvidenceStore.open(join(root, 'closed'), randomUUID());
  for (const path of ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.b', '', 'a/b\0']) {
    assert.throws(() => store.pathOf(path), TypeError, path);
  }
});
