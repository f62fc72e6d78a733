import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves when the output has come to hold the text; rejects if the command ends before. */
  says(text: string): Promise<void>;
  /** Its whole output so far. */
  said(): string;
}

/** Tests start processes by the dozen: what the runner itself starts quickly by halves their processor time. */
export const quickStart = {
  flags: process.execArgv.filter((flag) => flag === '--liftoff-only'),
  environment: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
};

/** Starts the real `plumbline` command with nothing of this machine's environment but the path. */
export function plumbline(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Running {
  const flags = [...quickStart.flags, '--disable-warning=ExperimentalWarning'];
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...flags, 'src/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...quickStart.environment, ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const finished = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return {
    child,
    finished,
    said: () => stdout + stderr,
    async says(text) {
      const ended = finished.then(({ code }) => {
        throw new Error(`It ended with ${code} before it said "${text}":\n${stdout}${stderr}`);
      });
      const said = new Promise<void>((resolve) => {
        const look = () => (stdout + stderr).includes(text) && resolve();
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        look();
      });
      await Promise.race([said, ended]);
    },
  };
}

/** A service of its own on a free port; killed when the test, or with `after` the file, is over if it still runs. */
export async function startServe(
  t: { after(fn: () => void): void },
  environment: Readonly<Record<string, string>> = {},
  // Most tests are about the service alone, and a second process costs them time.
  flags: readonly string[] = ['--no-executor'],
): Promise<Running & { url: string; dataDir: string }> {
  const dataDir = environment.PLUMBLINE_DATA_DIR ?? scratch();
  const port = await freePort();
  const running = plumbline(['serve', '--port', String(port), '--data-dir', dataDir, ...flags], environment);
  t.after(() => running.child.kill('SIGKILL'));
  await running.says('Plumbline is running at');
  return { ...running, url: `http://127.0.0.1:${port}`, dataDir };
}

/** A directory of its own, gone when the file's tests are over. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-command-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address.port;
}
