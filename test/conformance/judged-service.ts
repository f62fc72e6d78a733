import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPatientClient } from '../../src/cli/run/patient-client.ts';
import type { Client } from '../../src/contract/client.ts';
import { mintExecutorToken } from '../../src/providers/identity/embedded/executor-application.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { freePort } from '../support/command.ts';
import { receiver, withKnownIds } from './known-ids.ts';

/** The service as judges meet it: over the embedded database, with a slice of the demo, so that there is something to find. */
export interface JudgedService {
  readonly url: string;
  /** Its description, with ids that exist as the examples. */
  readonly document: unknown;
  /** What the judge calls with, as variables of its configuration. */
  readonly tokens: {
    readonly OWNER_TOKEN: string;
    readonly PERSON_TOKEN: string;
    readonly EXECUTOR_TOKEN: string;
  };
  stop(): void;
}

/** A machine that is busy refuses some of what is asked while the service starts. */
const patienceMs = 60_000;

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
        PLUMBLINE_WEBHOOK_HOSTS: new URL(receiver).host,
        ...unlimited,
      },
    },
  );
  await demoEnded(child);
  const clock = { now: () => new Date() };
  const lasting = { dataDir, expiresInSeconds };
  // The role of an application stands in its token: a judge that removes members does not remove itself.
  const judge = { app: 'judge', directory: 'contoso', roles: ['SVC.APIOwner'] };
  const owner = await mintToken({ ...lasting, ...judge }, { clock });
  const person = await mintToken({ ...lasting, as: 'olivia@contoso.example' }, { clock });
  const executor = await mintExecutorToken(lasting, { clock });
  const patient = createPatientClient({ url, token: async () => owner });
  const client: Client = { call: (id, input) => patient.call(id, input, { patienceMs }) };
  const { body } = await client.call('get_api_description', {});
  return {
    url,
    document: await withKnownIds(body, client),
    tokens: { OWNER_TOKEN: owner, PERSON_TOKEN: person, EXECUTOR_TOKEN: executor ?? '' },
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
