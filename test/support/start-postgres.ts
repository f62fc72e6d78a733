/**
 * Starts a PostgreSQL of its own from the machine's binaries, on a free loopback port, as an ordinary user, and stops it
 * at the end.
 *
 *   node test/support/start-postgres.ts -- COMMAND …   runs COMMAND with TEST_POSTGRES_URL set, and exits as it does
 *   node test/support/start-postgres.ts                prints the URL, and runs until it is told to stop
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

const [separator, command, ...commandArguments] = process.argv.slice(2);
if (separator !== undefined && (separator !== '--' || command === undefined)) {
  console.error('Usage: start-postgres.ts [-- COMMAND …]');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'plumbline-postgres-'));
const user = ordinaryUser();
let server: ChildProcess | undefined;
let exitCode = 1;
try {
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  server = startServer(binaries(), password, port);
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  exitCode =
    command === undefined ? await untilStopped(url) : await runCommand(url, command, commandArguments);
} finally {
  if (server !== undefined && server.exitCode === null) {
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
  }
  rmSync(home, { recursive: true, force: true });
}
process.exit(exitCode);

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): User {
  if (process.getuid?.() !== 0) return {};
  const name = ['postgres', 'nobody'].find((each) => spawnSync('id', [each]).status === 0);
  if (name === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const found = { uid: id('-u'), gid: id('-g') };
  chownSync(home, found.uid, found.gid);
  return found;
}

/** Debian keeps each major version in a folder of its own; elsewhere pg_config knows. */
function binaries(): string {
  const newest = globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0];
  const folder = newest ?? spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  if (!folder)
    throw new Error('No PostgreSQL is installed: install the package postgresql, version 15 or later.');
  return folder;
}

function startServer(folder: string, password: string, port: number): ChildProcess {
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const init = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(join(folder, 'initdb'), [...init, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...user,
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // No fsync: the data is thrown away. No socket file: only the loopback address is used.
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  return spawn(join(folder, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: home,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function untilReady(url: string, starting: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (starting.exitCode !== null) throw new Error(`postgres ended with exit code ${starting.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('postgres did not accept connections within 20 seconds.');
}

async function untilStopped(url: string): Promise<number> {
  console.log(url);
  const stop = Promise.withResolvers<number>();
  // A timer keeps the process alive until a signal comes.
  const alive = setInterval(() => {}, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.resolve(0));
  const code = await stop.promise;
  clearInterval(alive);
  return code;
}

async function runCommand(url: string, file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, TEST_POSTGRES_URL: url } });
  // The terminal sends Ctrl-C to the command as well: let it end, then stop the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
