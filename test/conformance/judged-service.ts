import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '../../src/contract/client.ts';
import { mintExecutorToken } from '../../src/providers/identity/embedded/executor-application.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { freePort } from '../support/command.ts';
import { withKnownIds } from './known-ids.ts';

/** The service as judges meet it: over the embedded database, with a slice of the demo, so that there is something to find. */
export interface JudgedService {
  readonly url: string;
  /** Its description, with ids that exist as the examples. */
  readonly document: unknown;
  /** What the judge calls with, as variables of its configuration. */
  readonly tokens: { readonly OWNER_TOKEN: string; readonly EXECUTOR_TOKEN: string };
  stop(): void;
}

/** Longer than any examination takes. */
const expiresInSeconds = 86_400;

/** Judges send as much as they can: the rate is examined elsewhere. */
const unlimited = {
  PLUMBLINE_RATE_LIMIT_CAPACITY: '1000000',
  PLUMBLINE_RATE_LIMIT_PER_SECOND: '1000000',
};

export async function startJudgedService(): Promise<JudgedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-judged-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'test/processes/demo-service.ts'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        PLUMBLINE_PORT: String(port),
        PLUMBLINE_DATA_DIR: dataDir,
        PLUMBLINE_EXECUTOR_THREADS: '1',
        ...unlimited,
      },
    },
  );
  await demoEnded(child);
  const clock = { now: () => new Date() };
  const owner = await mintToken({ dataDir, as: 'olivia@contoso.example', expiresInSeconds }, { clock });
  const executor = await mintExecutorToken({ dataDir, expiresInSeconds }, { clock });
  const client = createClient({ baseUrl: url, token: () => owner });
  const { body } = await client.call('get_api_description', {});
  return {
    url,
    document: await withKnownIds(body, client),
    tokens: { OWNER_TOKEN: owner, EXECUTOR_TOKEN: executor ?? '' },
    stop() {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Everything that the demo makes is there once it says so. */
async function demoEnded(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new TypeError('The service has no output.');
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('ended ')) continue;
    child.stdout.resume();
    return;
  }
  throw new Error('The service ended before its demo was there.');
}
