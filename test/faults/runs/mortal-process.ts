import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { quickStart } from '../../support/command.ts';

export interface MortalProcess {
  readonly child: ChildProcess;
  /** Resolves to the signal or code that ended it. */
  readonly ended: Promise<NodeJS.Signals | number>;
  isAlive(): boolean;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a script beside this file; resolves once it says that it is up, or has died before that. */
export async function startProcess(
  script: 'service-process.ts' | 'executor-process.ts',
  environment: Readonly<Record<string, string>>,
): Promise<MortalProcess> {
  const file = new URL(script, import.meta.url).pathname;
  const { PATH, HOME } = process.env;
  const flags = [...quickStart.flags, '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, PLUMBLINE_LOG_LEVEL: 'error', ...quickStart.environment, ...environment },
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code, signal]): NodeJS.Signals | number => signal ?? code);
  const up = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const outcome = await Promise.race([up, ended]);
  if (typeof outcome === 'number') throw new Error(`${script} ended with ${outcome}:\n${said}`);
  return {
    child,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}
