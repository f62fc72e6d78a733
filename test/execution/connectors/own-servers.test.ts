import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import mysql from 'mysql2/promise';
import type { Connector } from '../../../src/connectors/connector.ts';
import { mysqlConnector } from '../../../src/connectors/mysql/mysql-connector.ts';
import type { TableName, TlsSettings } from '../../../src/connectors/outbound/database-address.ts';
import { postgresqlConnector } from '../../../src/connectors/postgresql/postgresql-connector.ts';
import { type MariadbServer, startMariadb } from '../../support/mariadb-server.ts';
import { withoutMysql } from '../../support/mysql.ts';
import { withoutPostgres } from '../../support/postgres.ts';
import { type Certificate, makeCertificate } from './certificates.ts';
import { addressOf, type Engine, loopback, openEngine, stage, timeLimits } from './databases.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { isProblem } from './tested-database.ts';

/** Every name is this machine, so that a server can be met by the right and by a wrong one. */
const anyName = { ...loopback, lookup: async () => [{ address: '127.0.0.1' }] };

type ConnectTo = (host: string, tls: TlsSettings) => Connector<TableName>;

/** What holds of every server that has TLS, with a certificate for `db.test`. */
async function checkTls(connectTo: ConnectTo, { pem }: Certificate): Promise<void> {
  const required = await connectTo('db.test', { mode: 'require', authorities: null }).testConnection();
  assert.equal(required.encrypted, true);
  const verified = await connectTo('db.test', { mode: 'verify-full', authorities: pem }).testConnection();
  assert.equal(verified.encrypted, true);
  const untrusted = connectTo('db.test', { mode: 'verify-full', authorities: null });
  await assert.rejects(untrusted.testConnection(), isProblem('connection_tls_failed'));
  const otherName = connectTo('other.test', { mode: 'verify-full', authorities: pem });
  await assert.rejects(otherName.testConnection(), isProblem('connection_tls_failed'));
}

/** A copy that is under way when the server goes down fails as one to be retried, and a retry works. */
async function checkRestart(
  connector: Connector<TableName>,
  engine: Engine,
  schema: string,
  restart: () => Promise<void>,
): Promise<void> {
  const table = { schema, table: 'many' };
  const { fields } = await connector.describe(table);
  const heard = Promise.withResolvers<void>();
  const copying = connector.stage(
    table,
    { fields, only: null, filter: null, session: engine.session, stagingDirectory: engine.folder },
    { onProgress: () => heard.resolve() },
  );
  const failed = assert.rejects(copying, isProblem('connection_lost'));
  await heard.promise;
  await restart();
  await failed;
  const few = { schema, table: 'few' };
  await using dataset = await stage(connector, engine, few, await connector.describe(few));
  assert.equal(dataset.rows, 3);
}

describe('a PostgreSQL of its own', { skip: withoutPostgres }, () => {
  let server: OwnPostgres;
  let engine: Engine;

  before(async () => {
    server = await startOwnPostgres();
    engine = await openEngine();
  });

  after(async () => {
    await engine?.close();
    await server?.stop();
  });

  test('is restarted in the middle of a copy', async () => {
    await server.run(
      'CREATE VIEW many AS SELECT repeat(i::text, 1000) AS v FROM generate_series(1, 100000000) AS i',
    );
    await server.run('CREATE TABLE few AS SELECT generate_series(1, 3) AS id');
    const connector = postgresqlConnector(addressOf(server.url), loopback, timeLimits);
    await checkRestart(connector, engine, 'public', () => server.restart());
  });

  test('has TLS, and then lets nobody in without it', async () => {
    const certificate = makeCertificate(server.data, 'db.test', server.user);
    await server.run('ALTER SYSTEM SET ssl = on');
    await server.run('SELECT pg_reload_conf()');
    const connectTo: ConnectTo = (host, tls) =>
      postgresqlConnector({ ...addressOf(server.url), host, tls }, anyName, timeLimits);
    await untilEncrypted(connectTo);
    await checkTls(connectTo, certificate);
    writeFileSync(join(server.data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
    await server.run('SELECT pg_reload_conf()');
    const plain = connectTo('db.test', { mode: 'disable', authorities: null });
    await untilRefused(plain);
    await assert.rejects(plain.testConnection(), isProblem('connection_tls_failed'));
    appendFileSync(join(server.data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  });

  /** The server reads its configuration anew some time after it was told to. */
  async function untilEncrypted(connectTo: ConnectTo): Promise<void> {
    const connector = connectTo('db.test', { mode: 'require', authorities: null });
    while (!(await succeeds(connector))) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function untilRefused(connector: Connector<TableName>): Promise<void> {
    while (await succeeds(connector)) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function succeeds(connector: Connector<TableName>): Promise<boolean> {
    return connector.testConnection().then(
      () => true,
      () => false,
    );
  }
});

describe('a MariaDB of its own', { skip: withoutMysql }, () => {
  let server: MariadbServer;
  let engine: Engine;

  before(async () => {
    server = await startMariadb();
    engine = await openEngine();
  });

  after(async () => {
    await engine?.close();
    await server?.stop();
  });

  const run = async (...statements: readonly string[]) => {
    const connection = await mysql.createConnection(server.url);
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  };

  test('is restarted in the middle of a copy', async () => {
    await run(
      'CREATE DATABASE shop',
      'CREATE TABLE shop.few (id int)',
      'INSERT INTO shop.few VALUES (1), (2), (3)',
      `CREATE VIEW shop.many AS SELECT REPEAT(seq, 1000) AS v FROM seq_1_to_100000000`,
    );
    const connector = mysqlConnector(addressOf(server.url, { database: 'shop' }), loopback, timeLimits);
    await checkRestart(connector, engine, 'shop', () => server.restart());
  });

  test('has TLS, and then lets nobody in without it', async () => {
    const certificate = makeCertificate(server.home, 'db.test', server.user);
    await server.restart([`--ssl-cert=${certificate.certificateFile}`, `--ssl-key=${certificate.keyFile}`]);
    const connectTo: ConnectTo = (host, tls) =>
      mysqlConnector({ ...addressOf(server.url), host, tls }, anyName, timeLimits);
    await checkTls(connectTo, certificate);
    const byAddress = connectTo('127.0.0.1', { mode: 'verify-full', authorities: certificate.pem });
    await assert.rejects(byAddress.testConnection(), isProblem('connection_settings_invalid'));
    await run('ALTER USER tester@127.0.0.1 REQUIRE SSL');
    const plain = connectTo('db.test', { mode: 'disable', authorities: null });
    await assert.rejects(plain.testConnection(), isProblem('connection_login_refused'));
  });
});
