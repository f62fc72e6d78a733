import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../../src/storage/storage.ts';
import type { Installation } from './installation.ts';

/** Every folder of the evidence store belongs to a part of a Run, once an executor has swept. */
export async function checkOrphans(installation: Installation, databaseUrl: string | null): Promise<void> {
  const folders = () => foldersIn(join(installation.dataDir, 'evidence'));
  await installation.executor().kill('SIGTERM');
  const known = await knownFolders(installation, databaseUrl);
  // It sweeps when it starts, and the service must be there to say what is known.
  await installation.startExecutor();
  for (let attempt = 0; attempt < 100 && folders().some((folder) => !known.has(folder)); attempt += 1) {
    await sleep(100);
  }
  assert.deepEqual(folders(), [...known].toSorted());
}

function foldersIn(store: string): string[] {
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  return folders(store)
    .flatMap((org) =>
      folders(join(store, org)).flatMap((run) =>
        folders(join(store, org, run)).map((attempt) => `${org}/${run}/${attempt}`),
      ),
    )
    .toSorted();
}

async function knownFolders(installation: Installation, databaseUrl: string | null): Promise<Set<string>> {
  // The embedded database opens for one process at a time.
  if (databaseUrl === null) await installation.service().kill('SIGTERM');
  const storage = await openStorage(
    databaseUrl === null
      ? { embedded: { dataDir: join(installation.dataDir, 'database') } }
      : { databaseUrl },
  );
  const [orgUuid = ''] = readdirSync(join(installation.dataDir, 'evidence')).filter(
    (name) => !name.includes('.'),
  );
  const parts = await storage.withTenant(orgUuid, (tx) =>
    tx
      .selectFrom('plumbline.run_parts')
      .select('evidence_folder as folder')
      .where('evidence_state', '=', 'written')
      .execute(),
  );
  await storage.close();
  if (databaseUrl === null) await installation.startService();
  return new Set(parts.flatMap(({ folder }) => (folder === null ? [] : [folder])));
}
