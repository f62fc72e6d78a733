import mysql from 'mysql2/promise';
import pg from 'pg';
import * as mysqlTypes from './mysql-types.ts';
import * as postgresqlTypes from './postgresql-types.ts';
import type { TypeCase } from './type-case.ts';

/** A table with a column `v0`, `v1`, … for every case; a row has the next value of each, and the last row has none. */
export const everyType = 'every_type';

export function rowsOf(cases: readonly TypeCase[]): number {
  return Math.max(...cases.map(({ values }) => values.length)) + 1;
}

/** Whether the server computes the column itself. */
export function isGenerated({ type }: TypeCase): boolean {
  return type.includes(' AS (');
}

export async function fillPostgresql(url: string): Promise<void> {
  const { setup, typeCases } = postgresqlTypes;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of setup) await client.query(statement);
    const columns = typeCases.map(({ type }, index) => `v${index} ${type}`);
    await client.query(`SET TimeZone = 'UTC'`);
    await client.query(`CREATE TABLE ${everyType} (id int PRIMARY KEY, ${columns.join(', ')})`);
    for (let row = 0; row < rowsOf(typeCases); row++) {
      const values = typeCases.map(({ type, values: all }) => `(${all[row]?.[0] ?? 'NULL'})::${type}`);
      await client.query(`INSERT INTO ${everyType} VALUES (${row}, ${values.join(', ')})`);
    }
    // How values are written must not depend on the defaults of the database that they are read from.
    for (const setting of [
      `TimeZone = 'America/St_Johns'`,
      `DateStyle = 'SQL, DMY'`,
      `IntervalStyle = 'sql_standard'`,
      `bytea_output = 'escape'`,
      'extra_float_digits = -10',
      'standard_conforming_strings = off',
    ]) {
      await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`);
    }
  } finally {
    await client.end();
  }
}

export async function fillMysql(url: string): Promise<void> {
  const { typeCases } = mysqlTypes;
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4' });
  try {
    // Zero dates and times beyond a day can only be put in where the mode allows it.
    await connection.query("SET SESSION sql_mode = '', time_zone = '+00:00'");
    const columns = typeCases.map(({ type }, index) => `v${index} ${type}`);
    await connection.query(`CREATE TABLE ${everyType} (id int PRIMARY KEY, ${columns.join(', ')})`);
    const given = typeCases.flatMap((each, index) =>
      isGenerated(each) ? [] : [{ ...each, name: `v${index}` }],
    );
    const names = given.map(({ name }) => name).join(', ');
    for (let row = 0; row < rowsOf(typeCases); row++) {
      const values = given.map(({ values: all }) => all[row]?.[0] ?? 'NULL');
      await connection.query(`INSERT INTO ${everyType} (id, ${names}) VALUES (${row}, ${values.join(', ')})`);
    }
  } finally {
    await connection.end();
  }
}
