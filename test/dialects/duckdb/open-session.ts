import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { DuckDbSettings } from '../../../src/connectors/duckdb/duckdb-settings.ts';

/** A test, or with the `after` of a file all of its tests. */
interface Owner {
  after(fn: () => Promise<void>): void;
}

/** A folder that only this test uses, gone with it. */
export async function temporaryFolder(context: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-duckdb-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A hardened session that may open one folder of its own, closed with the test. */
export async function openSession(
  context: Owner,
  settings: Partial<DuckDbSettings> = {},
): Promise<{ readonly session: DuckDbSession; readonly folder: string }> {
  const folder = await temporaryFolder(context);
  const session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 512 * 1024 ** 2,
    spillDirectory: folder,
    maxSpillBytes: 1024 ** 3,
    threads: 2,
    ...settings,
  });
  context.after(() => session.close());
  return { session, folder };
}
