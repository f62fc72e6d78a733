import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type OrdinaryUser, ordinaryUser } from '../../support/temporary-server.ts';

/** A PostgreSQL that only one test uses, and may bring down. */
export interface OwnPostgres {
  readonly url: string;
  readonly data: string;
  readonly user: OrdinaryUser;
  run(sql: string): Promise<void>;
  /** Ends it at once, as a crash would, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const script = fileURLToPath(new URL('../../support/start-postgres.ts', import.meta.url));
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await firstLine(starter);
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const [{ setting: data }] = await query(`SELECT setting FROM pg_settings WHERE name = 'data_directory'`);
  const home = dirname(data);
  const user = ordinaryUser(home, ['postgres', 'nobody']);
  // The second line of the options file is the program and what it was started with.
  const program = /^"?([^"\s]+)/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8'))?.[1] ?? '';
  const control = (...args: readonly string[]) =>
    execFileSync(join(dirname(program), 'pg_ctl'), ['-D', data, '-w', ...args], {
      ...user,
      cwd: home,
      stdio: 'ignore',
    });
  return {
    url,
    data,
    user,
    run: async (sql) => {
      await query(sql);
    },
    async restart() {
      control('restart', '-m', 'immediate');
    },
    async stop() {
      control('stop', '-m', 'immediate');
      const exited = once(starter, 'exit');
      starter.kill('SIGTERM');
      await exited;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new TypeError('The output is piped.');
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  lines.close();
  return String(line);
}
