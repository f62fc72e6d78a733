import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePort, type OrdinaryUser, ordinaryUser, untilReady } from './temporary-server.ts';

/** A MariaDB of its own from the machine's binaries, on a free loopback port, as an ordinary user. */
export interface MariadbServer {
  /** A superuser's. */
  readonly url: string;
  readonly home: string;
  readonly user: OrdinaryUser;
  /** Ends it at once, as a crash would, and starts it again with further arguments. */
  restart(further?: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startMariadb(): Promise<MariadbServer> {
  const binary = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd'].find((file) =>
    existsSync(file),
  );
  if (binary === undefined) throw new Error('No MariaDB is installed: install the package mariadb-server.');
  const home = mkdtempSync(join(tmpdir(), 'plumbline-mariadb-'));
  const user = ordinaryUser(home, ['mysql', 'nobody']);
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const url = `mysql://tester:${password}@127.0.0.1:${port}/mysql`;
  const args = installServer(home, user, password, port);

  const start = async (further: readonly string[]): Promise<ChildProcess> => {
    const started = spawn(binary, [...args, ...further], { ...user, cwd: home, stdio: 'ignore' });
    await untilReady(started, async () => {
      const connection = await mysql.createConnection(url);
      await connection.end();
    });
    return started;
  };
  const end = async (server: ChildProcess, signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };

  let server = await start([]);
  return {
    url,
    home,
    user,
    async restart(further = []) {
      await end(server, 'SIGKILL');
      server = await start(further);
    },
    async stop() {
      await end(server, 'SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function installServer(home: string, user: OrdinaryUser, password: string, port: number): readonly string[] {
  const data = join(home, 'data');
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...user, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const init = join(home, 'init.sql');
  const account = "tester@'127.0.0.1'";
  writeFileSync(
    init,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO ${account} WITH GRANT OPTION;\n`,
    { mode: 0o644 },
  );
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(home, 'socket')}`,
    `--pid-file=${join(home, 'pid')}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    // The data is thrown away: a commit must outlive the server, which tests kill, but not the machine.
    '--innodb-flush-log-at-trx-commit=2',
    '--skip-innodb-doublewrite',
    '--innodb-buffer-pool-size=64M',
  ];
}
