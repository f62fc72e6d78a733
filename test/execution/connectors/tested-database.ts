import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { Connector } from '../../../src/connectors/connector.ts';
import { mysqlConnector } from '../../../src/connectors/mysql/mysql-connector.ts';
import type { DatabaseAddress, TableName } from '../../../src/connectors/outbound/database-address.ts';
import { postgresqlConnector } from '../../../src/connectors/postgresql/postgresql-connector.ts';
import { AppError } from '../../../src/domain/app-error.ts';
import type { ProblemCode } from '../../../src/domain/problems.ts';
import * as mysqlLexical from '../../../src/engine/dialects/mysql/lexical.ts';
import * as postgresqlLexical from '../../../src/engine/dialects/postgresql/lexical.ts';
import { createTestMysqlDatabase, withoutMysql } from '../../support/mysql.ts';
import { createTestDatabase, withoutPostgres } from '../../support/postgres.ts';
import { addressOf, loopback, timeLimits } from './databases.ts';

/** A database of its own on one of the test servers, with the connector to it and a way to change it. */
export interface TestedDatabase {
  readonly url: string;
  readonly address: DatabaseAddress;
  /** The schema in which tables are made. */
  readonly schema: string;
  readonly connector: Connector<TableName>;
  /** The connector with another address. */
  connectorTo(changes: Partial<DatabaseAddress>): Connector<TableName>;
  /** Rows of a statement with all rights, every cell as text. */
  run(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  drop(): Promise<void>;
}

export interface TestedSystem {
  readonly name: 'PostgreSQL' | 'MySQL';
  readonly skip: string | false;
  readonly identifier: (name: string) => string;
  readonly textLiteral: (text: string) => string;
  readonly connect: typeof postgresqlConnector;
  open(): Promise<TestedDatabase>;
}

export const testedSystems: readonly TestedSystem[] = [
  {
    name: 'PostgreSQL',
    skip: withoutPostgres,
    ...lexicalOf(postgresqlLexical),
    connect: postgresqlConnector,
    open: openPostgresql,
  },
  { name: 'MySQL', skip: withoutMysql, ...lexicalOf(mysqlLexical), connect: mysqlConnector, open: openMysql },
];

function lexicalOf({ identifier, textLiteral }: Pick<TestedSystem, 'identifier' | 'textLiteral'>) {
  return { identifier, textLiteral };
}

async function openPostgresql(): Promise<TestedDatabase> {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig,
  });
  await client.connect();
  const address = addressOf(url);
  const connectorTo = (changes: Partial<DatabaseAddress>) =>
    postgresqlConnector({ ...address, ...changes }, loopback, timeLimits);
  return {
    url,
    address,
    schema: 'public',
    connector: connectorTo({}),
    connectorTo,
    run: async (sql) => (await client.query({ text: sql, rowMode: 'array' })).rows,
    async drop() {
      await client.end();
      await drop();
    },
  };
}

async function openMysql(): Promise<TestedDatabase> {
  const { url, name, drop } = await createTestMysqlDatabase();
  const connection = await mysql.createConnection({
    uri: url,
    charset: 'utf8mb4',
    rowsAsArray: true,
    typeCast: (field) => field.string('utf8'),
  });
  await connection.query("SET SESSION sql_mode = ''");
  const address = addressOf(url);
  const connectorTo = (changes: Partial<DatabaseAddress>) =>
    mysqlConnector({ ...address, ...changes }, loopback, timeLimits);
  return {
    url,
    address,
    schema: name,
    connector: connectorTo({}),
    connectorTo,
    run: async (sql) => {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? (rows as (string | null)[][]) : [];
    },
    async drop() {
      await connection.end();
      await drop();
    },
  };
}

/** For `assert.rejects`: an error with this code, whose message gives away no password. */
export function isProblem(code: ProblemCode): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof AppError, `expected ${code}: ${inspect(error)}`);
    assert.equal(error.code, code, error.message);
    return true;
  };
}
