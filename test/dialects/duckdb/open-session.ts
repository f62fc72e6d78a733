import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { DuckDbSettings } from '../../../src/connectors/duckdb/duckdb-settings.ts';

/** A folder that only this test uses, gone with it. */
export async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-duckdb-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A hardened session that may open one folder of its own, closed with the test. */
export async function openSession(
  context: TestContext,
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
