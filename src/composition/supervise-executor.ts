import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { settings as settingTable } from '../cli/configuration/settings.ts';
import { retryDelayMs } from '../executor/loop/retry-delay.ts';

export interface SupervisionOptions {
  /** Where the child reaches the service. */
  readonly url: string;
  readonly dataDir: string;
  /** How long it may take to drain before it is killed. */
  readonly stopWithinMs: number;
  readonly log: FastifyBaseLogger;
}

export interface Supervision {
  /** Lets the executor drain, and kills it where that takes too long. */
  stop(): Promise<void>;
}

/** One that has run for so long did not fail at its start: the next start need not wait. */
const steadyMs = 60_000;

/** Runs an executor as a child process and starts it again whenever it ends. Its end never ends the service. */
export function superviseExecutor({ url, dataDir, stopWithinMs, log }: SupervisionOptions): Supervision {
  let child: ChildProcess | undefined;
  let stopping = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;
  let ended = Promise.withResolvers<void>();

  const start = () => {
    const startedAt = performance.now();
    const started = spawnExecutor(url, dataDir);
    child = started;
    ended = Promise.withResolvers();
    const { resolve } = ended;
    started.once('error', (error) => log.error({ err: error }, 'the executor cannot be started'));
    // It comes after `exit`, and after an `error` too.
    started.once('close', (code, signal) => {
      resolve();
      if (stopping) return;
      failures = performance.now() - startedAt > steadyMs ? 1 : failures + 1;
      const pauseMs = retryDelayMs(failures, Math.random());
      log.warn({ executorPid: started.pid, code, signal, pauseMs }, 'the executor ended; starting it again');
      restart = setTimeout(start, pauseMs);
    });
    log.info({ executorPid: started.pid }, 'executor started');
  };
  start();

  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const limit = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
      await ended.promise;
      clearTimeout(limit);
    },
  };
}

function spawnExecutor(url: string, dataDir: string): ChildProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const args = [
    '--disable-warning=ExperimentalWarning',
    main,
    'executor',
    '--url',
    url,
    '--data-dir',
    dataDir,
  ];
  // Through the channel the executor learns when this process is gone, however it went.
  return spawn(process.execPath, args, { env: environment(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** The data plane has no business with the secrets of the control plane. */
function environment(): NodeJS.ProcessEnv {
  const secrets = Object.entries(settingTable)
    .filter(([name, setting]) => 'secret' in setting && setting.secret && !name.includes('_EXECUTOR_'))
    .map(([name]) => name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secrets.includes(name)));
}
