import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';

/** An engine for the statements of one file. */
export async function openFuzzSession(t: { after(fn: () => Promise<void>): void }): Promise<DuckDbSession> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-fuzz-'));
  const session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 512 * 1024 ** 2,
    spillDirectory: folder,
    maxSpillBytes: 1024 ** 3,
    threads: 1,
  });
  t.after(async () => {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  });
  return session;
}
