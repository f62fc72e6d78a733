/**
 * Starts a MariaDB of its own from the machine's binaries, on a free loopback port, as an ordinary user, and stops it at
 * the end.
 *
 *   node test/support/start-mariadb.ts -- COMMAND …   runs COMMAND with TEST_MYSQL_URL set, and exits as it does
 *   node test/support/start-mariadb.ts                prints the URL, and runs until it is told to stop
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

const [separator, command, ...commandArguments] = process.argv.slice(2);
if (separator !== undefined && (separator !== '--' || command === undefined)) {
  console.error('Usage: start-mariadb.ts [-- COMMAND …]');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'plumbline-mariadb-'));
const user = ordinaryUser();
let server: ChildProcess | undefined;
let exitCode = 1;
try {
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  server = startServer(password, port);
  const url = `mysql://tester:${password}@127.0.0.1:${port}/mysql`;
  await untilReady(url, server);
  exitCode =
    command === undefined ? await untilStopped(url) : await runCommand(url, command, commandArguments);
} finally {
  if (server !== undefined && server.exitCode === null) {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
  rmSync(home, { recursive: true, force: true });
}
process.exit(exitCode);

/** MariaDB refuses to run as root. */
function ordinaryUser(): User {
  if (process.getuid?.() !== 0) return {};
  const name = ['mysql', 'nobody'].find((each) => spawnSync('id', [each]).status === 0);
  if (name === undefined)
    throw new Error('MariaDB does not run as root, and there is no user mysql or nobody.');
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const found = { uid: id('-u'), gid: id('-g') };
  chownSync(home, found.uid, found.gid);
  return found;
}

function startServer(password: string, port: number): ChildProcess {
  const binary = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd'].find((file) =>
    existsSync(file),
  );
  if (binary === undefined) throw new Error('No MariaDB is installed: install the package mariadb-server.');
  const data = join(home, 'data');
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const init = join(home, 'init.sql');
  writeFileSync(
    init,
    `CREATE USER IF NOT EXISTS tester@'127.0.0.1' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO tester@'127.0.0.1' WITH GRANT OPTION;\n`,
    { mode: 0o644 },
  );
  return spawn(
    binary,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(home, 'socket')}`,
      `--pid-file=${join(home, 'pid')}`,
      `--init-file=${init}`,
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      // The data is thrown away.
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-innodb-doublewrite',
      '--innodb-buffer-pool-size=64M',
    ],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'ignore'] },
  );
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
  for (let attempt = 0; attempt < 300; attempt++) {
    if (starting.exitCode !== null) throw new Error(`mariadbd ended with exit code ${starting.exitCode}.`);
    try {
      const connection = await mysql.createConnection(url);
      await connection.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('mariadbd did not accept connections within 30 seconds.');
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
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, TEST_MYSQL_URL: url } });
  // The terminal sends Ctrl-C to the command as well: let it end, then stop the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
