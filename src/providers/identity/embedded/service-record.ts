import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityFolder } from './identity-secrets.ts';

/** How the service that last used a data directory was configured, so that `plumbline token` fits it without flags. */
export interface ServiceRecord {
  readonly publicUrl: string;
  readonly audience: string;
}

function recordFile(dataDir: string): string {
  return join(identityFolder(dataDir), 'service.json');
}

export async function writeServiceRecord(dataDir: string, record: ServiceRecord): Promise<void> {
  const draft = `${recordFile(dataDir)}.${randomBytes(8).toString('hex')}.draft`;
  await writeFile(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, recordFile(dataDir));
}

/** Undefined if no service has started on this data directory yet. */
export async function readServiceRecord(dataDir: string): Promise<ServiceRecord | undefined> {
  const text = await readFile(recordFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
