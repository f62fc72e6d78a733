import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whom a server runs as. */
export interface OrdinaryUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Database servers refuse to run as root: the first of the users that exists, who gets the folder. */
export function ordinaryUser(home: string, candidates: readonly string[]): OrdinaryUser {
  if (process.getuid?.() !== 0) return {};
  const name = candidates.find((each) => spawnSync('id', [each]).status === 0);
  if (name === undefined)
    throw new Error(`The server does not run as root, and there is no user ${candidates.join(' or ')}.`);
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const found = { uid: id('-u'), gid: id('-g') };
  chownSync(home, found.uid, found.gid);
  return found;
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Waits until a server accepts connections; half a minute is long even for a first start under load. */
export async function untilReady(server: ChildProcess, connect: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server ended with exit code ${server.exitCode}.`);
    try {
      await connect();
      return;
    } catch (error) {
      last = error;
      await sleep(100);
    }
  }
  throw new Error('The server did not accept connections within 30 seconds.', { cause: last });
}

/** Runs a command with a variable set, or prints the value and waits to be told to stop; answers the exit code. */
export async function runWith(variable: string, value: string, command: readonly string[]): Promise<number> {
  const [file, ...args] = command;
  if (file === undefined) return await untilStopped(value);
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, [variable]: value } });
  // The terminal sends Ctrl-C to the command as well: let it end, then stop the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function untilStopped(value: string): Promise<number> {
  console.log(value);
  const stop = Promise.withResolvers<number>();
  // A timer keeps the process alive until a signal comes.
  const alive = setInterval(() => {}, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.resolve(0));
  const code = await stop.promise;
  clearInterval(alive);
  return code;
}
