import mysql from 'mysql2/promise';
import pg from 'pg';
import type { Surroundings } from '../follow-page.ts';

/** The servers that pages need, as `start-postgres.ts` and `start-mariadb.ts` started them. */
export interface Servers {
  has(name: string): boolean;
  /** What a page finds that needs these. */
  surroundings(needs: readonly string[]): Surroundings;
  close(): Promise<void>;
}

interface Server {
  readonly url: URL;
  /** Where pages say that it is. */
  readonly port: string;
  readonly sql: (database: string, statements: string) => Promise<void>;
}

export function openServers(): Servers {
  const made: (() => Promise<void>)[] = [];
  const { TEST_POSTGRES_URL: postgresUrl, TEST_MYSQL_URL: mysqlUrl } = process.env;
  const servers: Readonly<Record<string, Server>> = {
    ...(postgresUrl !== undefined && { postgresql: postgresql(new URL(postgresUrl), made) }),
    ...(mysqlUrl !== undefined && { mariadb: mariadb(new URL(mysqlUrl), made) }),
  };
  return {
    has: (name) => name === 'demo' || servers[name] !== undefined,
    surroundings(needs) {
      const needed = needs.flatMap((name) => servers[name] ?? []);
      const [first] = needed;
      return {
        addresses: Object.fromEntries(
          needed.flatMap(({ url, port }) => [
            [`127.0.0.1:${port}`, url.host],
            [`"port": ${port}`, `"port": ${url.port}`],
          ]),
        ),
        environment: {},
        ...(first !== undefined && { sql: first.sql }),
      };
    },
    async close() {
      for (const drop of made) await drop();
    },
  };
}

function postgresql(url: URL, made: (() => Promise<void>)[]): Server {
  const run = async (database: string, statements: string) => {
    const client = new pg.Client({ connectionString: new URL(`/${database}`, url).href });
    await client.connect();
    try {
      await client.query(statements);
    } finally {
      await client.end();
    }
  };
  const known = new Set<string>();
  return {
    url,
    port: '5432',
    async sql(database, statements) {
      if (!known.has(database)) {
        known.add(database);
        await run('postgres', `CREATE DATABASE ${pg.escapeIdentifier(database)}`);
        made.push(() => run('postgres', `DROP DATABASE ${pg.escapeIdentifier(database)} WITH (FORCE)`));
      }
      await run(database, statements);
    },
  };
}

function mariadb(url: URL, made: (() => Promise<void>)[]): Server {
  const run = async (statements: string, database?: string) => {
    const connection = await mysql.createConnection({
      uri: new URL('/', url).href,
      multipleStatements: true,
      ...(database !== undefined && { database }),
    });
    try {
      await connection.query(statements);
    } finally {
      await connection.end();
    }
  };
  const known = new Set<string>();
  return {
    url,
    port: '3306',
    async sql(database, statements) {
      const name = mysql.escapeId(database);
      if (!known.has(database)) {
        known.add(database);
        await run(`CREATE DATABASE ${name}`);
        made.push(() => run(`DROP DATABASE ${name}`));
      }
      await run(statements, database);
    },
  };
}
