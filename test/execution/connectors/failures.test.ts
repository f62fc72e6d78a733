import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { DatasetSchema } from '../../../src/connectors/connector.ts';
import type { DatabaseAddress, TableName } from '../../../src/connectors/outbound/database-address.ts';
import { readOutboundPolicy } from '../../../src/connectors/outbound/outbound-policy.ts';
import { Secret } from '../../../src/connectors/outbound/secret.ts';
import { type Engine, loopback, openEngine, stage, timeLimits } from './databases.ts';
import { isProblem, type TestedDatabase, testedSystems } from './tested-database.ts';

const password = 'canary-password';

for (const system of testedSystems) {
  describe(`${system.name}: what a user meets`, { skip: system.skip }, () => {
    let database: TestedDatabase;
    let engine: Engine;
    const isMysql = system.name === 'MySQL';
    const users: string[] = [];

    before(async () => {
      database = await system.open();
      engine = await openEngine();
      await database.run('CREATE TABLE orders (id int, amount decimal(10,2), note varchar(20))');
      await database.run(`INSERT INTO orders VALUES (1, 1.10, 'a'), (2, 2.20, 'b')`);
    });

    after(async () => {
      await engine?.close();
      for (const user of users) await dropUser(user);
      await database?.drop();
    });

    const orders = (): TableName => ({ schema: database.schema, table: 'orders' });
    const copy = async (schema: DatasetSchema, table = orders(), connector = database.connector) => {
      const dataset = await stage(connector, engine, table, schema);
      await dataset[Symbol.asyncDispose]();
    };
    /** A user of the test's own, with a password of its own and no rights. */
    const createUser = async (limits = ''): Promise<Partial<DatabaseAddress>> => {
      const user = `plumbline_${randomBytes(6).toString('hex')}`;
      users.push(user);
      await database.run(
        isMysql
          ? `CREATE USER ${user}@'%' IDENTIFIED BY '${password}' ${limits && 'WITH MAX_USER_CONNECTIONS 1'}`
          : `CREATE ROLE ${user} LOGIN PASSWORD '${password}' ${limits && 'CONNECTION LIMIT 1'}`,
      );
      if (isMysql && limits !== '') await database.run(`GRANT SELECT ON ${database.schema}.* TO ${user}@'%'`);
      return { user, password: new Secret(password) };
    };
    const dropUser = async (user: string) => {
      if (isMysql) await database.run(`DROP USER IF EXISTS ${user}`);
      else await database.run(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
    };

    test('a wrong password, and a user that does not exist', async () => {
      const wrong = database.connectorTo({ password: new Secret(password) });
      await assert.rejects(wrong.testConnection(), isProblem('connection_login_refused'));
      const nobody = database.connectorTo({ user: 'nobody_here', password: new Secret(password) });
      await assert.rejects(nobody.testConnection(), (error) => {
        assert.ok(isProblem('connection_login_refused')(error));
        assert.ok(!String(error).includes(password));
        return true;
      });
    });

    test('a host that nobody knows, and one that is not allowed', async () => {
      const named = readOutboundPolicy(['db.invalid']);
      const unknown = system.connect(
        { ...database.address, host: 'db.invalid' },
        { ...loopback, policy: named },
        timeLimits,
      );
      await assert.rejects(unknown.testConnection(), isProblem('connection_host_unknown'));
      const lookup = async () => [{ address: '93.184.216.34' }];
      for (const host of ['169.254.169.254', '10.0.0.1', 'db.example.com', '0.0.0.0']) {
        const refused = system.connect({ ...database.address, host }, { ...loopback, lookup }, timeLimits);
        await assert.rejects(refused.testConnection(), isProblem('connection_host_refused'));
      }
    });

    test('a server that is not there, and one that is something else', async () => {
      const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address();
      assert.ok(address !== null && typeof address === 'object');
      const connector = database.connectorTo({ port: address.port });
      await assert.rejects(connector.testConnection(), isProblem('connection_lost'));
      silent.close();
      await once(silent, 'close');
      await assert.rejects(connector.testConnection(), isProblem('connection_failed'));
    });

    test('TLS where the server offers none', async () => {
      for (const mode of ['require', 'verify-full'] as const) {
        const connector = system.connect(
          { ...database.address, host: 'localhost', tls: { mode, authorities: null } },
          { ...loopback, lookup: async () => [{ address: '127.0.0.1' }] },
          timeLimits,
        );
        await assert.rejects(connector.testConnection(), isProblem('connection_tls_failed'));
      }
    });

    test('a database that is not there', async () => {
      const connector = database.connectorTo({ database: 'no such database' });
      await assert.rejects(connector.testConnection(), isProblem('database_not_found'));
    });

    test('a table that is not there, or was dropped after it was prepared', async () => {
      const nothing = { ...orders(), table: 'nothing here' };
      await assert.rejects(database.connector.describe(nothing), isProblem('table_not_found'));
      await database.run('CREATE TABLE dropped (id int)');
      const table = { ...orders(), table: 'dropped' };
      const schema = await database.connector.describe(table);
      await database.run('DROP TABLE dropped');
      await assert.rejects(copy(schema, table), isProblem('table_not_found'));
      await database.run('CREATE TABLE dropped (id int)');
      await copy(schema, table);
    });

    test('a table that the user may not read', async () => {
      const user = await createUser();
      const schema = await database.connector.describe(orders());
      if (isMysql) await database.run(`GRANT SELECT (id) ON ${database.schema}.orders TO ${user.user}@'%'`);
      else await database.run(`GRANT SELECT (id) ON orders TO ${user.user}`);
      const connector = database.connectorTo(user);
      const seen = await connector.describe(orders());
      assert.deepEqual(
        seen.fields.filter(({ logicalType }) => logicalType.kind !== 'unknown').map(({ name }) => name),
        ['id'],
      );
      if (isMysql)
        await database.run(`REVOKE SELECT (id) ON ${database.schema}.orders FROM ${user.user}@'%'`);
      else await database.run(`REVOKE SELECT (id) ON orders FROM ${user.user}`);
      if (isMysql) await database.run(`GRANT CREATE ON ${database.schema}.* TO ${user.user}@'%'`);
      await assert.rejects(copy(schema, orders(), connector), isProblem('table_access_denied'));
    });

    test('a column that is gone, and one that has another type', async () => {
      await database.run('CREATE TABLE drifting (id int, amount decimal(10,2), note varchar(20))');
      const table = { ...orders(), table: 'drifting' };
      const schema = await database.connector.describe(table);
      await database.run('ALTER TABLE drifting ADD COLUMN further int');
      await copy(schema, table);
      await database.run(
        isMysql
          ? 'ALTER TABLE drifting MODIFY amount double'
          : 'ALTER TABLE drifting ALTER amount TYPE float8',
      );
      await assert.rejects(copy(schema, table), isProblem('dataset_schema_changed'));
      await assert.rejects(
        database.connector.profile(table, { fields: schema.fields, filter: null }),
        isProblem('dataset_schema_changed'),
      );
      await database.run('ALTER TABLE drifting DROP COLUMN amount');
      await assert.rejects(copy(schema, table), isProblem('dataset_schema_changed'));
      await copy(await database.connector.describe(table), table);
    });

    test('a query that takes too long', async () => {
      // MySQL ends a bare SLEEP that it interrupts with a value of its own, and no error.
      const sleep = isMysql ? 'SUM(SLEEP(20 + id)) AS v FROM orders' : '1 AS v FROM pg_sleep(20)';
      await database.run(`CREATE VIEW slow AS SELECT ${sleep}`);
      const table = { ...orders(), table: 'slow' };
      const schema = await database.connector.describe(table);
      const hurried = system.connect(database.address, loopback, { catalogueMs: 300, readingMs: 300 });
      await assert.rejects(copy(schema, table, hurried), isProblem('query_time_limit'));
    });

    test('more connections than the user may have', async () => {
      const user = await createUser('one');
      const connector = database.connectorTo(user);
      const busy = new AbortController();
      await database.run(
        isMysql
          ? 'CREATE VIEW busy AS SELECT SLEEP(60) AS v'
          : 'CREATE VIEW busy AS SELECT generate_series(1, 10000000000) AS v',
      );
      if (!isMysql) await database.run(`GRANT SELECT ON busy TO ${user.user}`);
      const table = { ...orders(), table: 'busy' };
      const { fields } = await database.connector.describe(table);
      const holding = assert.rejects(
        connector.stage(
          table,
          { fields, only: null, filter: null, session: engine.session, stagingDirectory: engine.folder },
          { signal: busy.signal },
        ),
        isProblem('comparison_cancelled'),
      );
      await untilSeen(user.user ?? '');
      await assert.rejects(connector.testConnection(), isProblem('connection_limit_reached'));
      busy.abort();
      await holding;
    });

    test('a session that the server ends in the middle can be had again', async () => {
      const user = await createUser();
      await database.run(
        isMysql
          ? `GRANT SELECT ON ${database.schema}.* TO ${user.user}@'%'`
          : `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${user.user}`,
      );
      const connector = database.connectorTo(user);
      const table = { ...orders(), table: 'busy' };
      const { fields } = await database.connector.describe(table);
      const holding = assert.rejects(
        stage(connector, engine, table, { fields }),
        isProblem('connection_lost'),
      );
      await untilSeen(user.user ?? '');
      await endSessions(user.user ?? '');
      await holding;
      await copy(await connector.describe(orders()), orders(), connector);
    });

    const sessionsOf = (user: string) =>
      isMysql
        ? `SELECT ID FROM information_schema.PROCESSLIST WHERE USER = '${user}' AND INFO LIKE 'SELECT%busy%'`
        : `SELECT pid FROM pg_stat_activity WHERE usename = '${user}' AND state = 'active' AND query LIKE 'COPY%'`;
    const untilSeen = async (user: string) => {
      while ((await database.run(sessionsOf(user))).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const endSessions = async (user: string) => {
      for (const [id] of await database.run(sessionsOf(user))) {
        await database.run(isMysql ? `KILL CONNECTION ${id}` : `SELECT pg_terminate_backend(${id})`);
      }
    };

    test('a view that fails on a value says so, and does not repeat the value', async () => {
      await database.run(
        isMysql
          ? `CREATE VIEW failing AS SELECT (SELECT id FROM orders) AS v`
          : `CREATE VIEW failing AS SELECT CAST('canary-value' || id AS int) AS v FROM orders`,
      );
      const table = { ...orders(), table: 'failing' };
      const schema = await database.connector.describe(table);
      await assert.rejects(copy(schema, table), (error) => {
        assert.ok(isProblem('dataset_unreadable')(error));
        assert.ok(error instanceof Error && !error.message.includes('canary'));
        return true;
      });
    });

    test('nothing is ever written, not even by a view that tries', async () => {
      await database.run('CREATE TABLE written (id int)');
      await database.run(
        isMysql
          ? 'CREATE FUNCTION writes() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO written VALUES (1); RETURN 1; END'
          : `CREATE FUNCTION writes() RETURNS int LANGUAGE sql AS 'INSERT INTO public.written VALUES (1) RETURNING 1'`,
      );
      await database.run('CREATE VIEW sneaky AS SELECT writes() AS v');
      const table = { ...orders(), table: 'sneaky' };
      const read = async () => copy(await database.connector.describe(table), table);
      await assert.rejects(read(), isProblem('dataset_unreadable'));
      assert.deepEqual(await database.run('SELECT id FROM written'), []);
    });
  });
}
