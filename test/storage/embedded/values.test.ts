import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openScratchDatabase } from '../../support/embedded.ts';
import { createTestDatabase, withoutPostgres } from '../../support/postgres.ts';

/** SQL type and parameters that stress the way in and the way out. */
const cases: Record<string, readonly unknown[]> = {
  bool: [true, false, null],
  int4: [0, -1, 2147483647],
  int8: [1, '9007199254740993', -9223372036854775808n],
  float8: [0.1, -0, 1e308, Number.NaN, Infinity],
  numeric: ['12345678901234567890.123456789', 0.1],
  text: ['', 'plain', `'"\\\u{1f600}\n\t`, 42, true],
  'char(3)': ['x'],
  uuid: ['0190a6e1-7c1f-7d2a-b8a6-5f1f0b1c2d3e'],
  bytea: [Buffer.alloc(0), Buffer.from([0, 1, 255]), new Uint8Array([7])],
  json: [{ b: 1, a: [null, 'x'] }, '"text"', '[1]'],
  jsonb: [{ b: 1, a: [null, 'x'] }, 'null'],
  date: ['2024-02-29'],
  time: ['23:59:59.999999'],
  timestamp: ['2024-02-29 12:00:00.123456', new Date(0)],
  timestamptz: ['2024-02-29T12:00:00.123+02:00', new Date(1e12), 'infinity'],
  interval: ['1 year 2 mons 3 days 04:05:06.7'],
  'int4[]': [[1, null, 3], []],
  'text[]': [['a,b', '"q"', '\\', null, '', 'NULL']],
  'int8[]': [['9007199254740993']],
  'timestamptz[]': [[new Date(0)]],
  'bytea[]': [[Buffer.from([1, 2])]],
  'text[][]': [
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  inet: ['10.0.0.1/8'],
};

const database = await openScratchDatabase();

/** A connection to a database of its own on the real server. */
async function connect(): Promise<pg.Client> {
  const server = await createTestDatabase();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  after(async () => {
    await client.end();
    await server.drop();
  });
  return client;
}

test('values come back as they went in', async () => {
  const one = async (type: string, value: unknown) =>
    (await database.admin.query<{ v: unknown }>(`SELECT $1::${type} AS v`, [value])).rows[0]?.v;
  assert.deepEqual(await one('bytea', Buffer.from([0, 255])), Buffer.from([0, 255]));
  assert.deepEqual(await one('timestamptz', new Date(1e12)), new Date(1e12));
  assert.deepEqual(await one('jsonb', { a: [1] }), { a: [1] });
  assert.deepEqual(await one('text[]', ['a,b', null]), ['a,b', null]);
  assert.equal(await one('int8', '9007199254740993'), '9007199254740993');
});

test('the parsers that `pg` would be given decide here too', async () => {
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === pg.types.builtins.INT8
        ? BigInt
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const other = await openScratchDatabase({ types });
  const { rows } = await other.admin.query('SELECT 9007199254740993::int8 AS big, 1::int4 AS small');
  assert.deepEqual(rows, [{ big: 9007199254740993n, small: 1 }]);
});

test('errors are those of `pg`, with the SQLSTATE and the names of what was violated', async () => {
  await database.admin.query('CREATE TABLE strict (id int CONSTRAINT strict_id_positive CHECK (id > 0))');
  await assert.rejects(database.admin.query('INSERT INTO strict VALUES ($1)', [-1]), (error: unknown) => {
    assert.ok(error instanceof pg.DatabaseError);
    const { code, constraint, table, schema, severity } = error;
    assert.deepEqual(
      { code, constraint, table, schema, severity },
      {
        code: '23514',
        constraint: 'strict_id_positive',
        table: 'strict',
        schema: 'public',
        severity: 'ERROR',
      },
    );
    assert.ok(!JSON.stringify(error).includes('INSERT'), 'the statement is not part of the error');
    return true;
  });
});

test('both drivers read and write every type alike', { skip: withoutPostgres }, async () => {
  const client = await connect();
  for (const [type, values] of Object.entries(cases)) {
    for (const value of values) {
      const sql = `SELECT $1::${type} AS v, ($1::${type})::text AS text`;
      const over = await client.query(sql, [value]);
      const embedded = await database.admin.query(sql, [value]);
      assert.deepEqual(embedded.rows, over.rows, `${type}: ${String(value)}`);
    }
  }
});

test('both drivers count the rows that a statement changed alike', { skip: withoutPostgres }, async () => {
  const client = await connect();
  for (const sql of [
    'CREATE TABLE counted (id int)',
    'INSERT INTO counted SELECT generate_series(1, 3)',
    'UPDATE counted SET id = id + 1 WHERE id > 1',
    'DELETE FROM counted WHERE id = 99',
  ]) {
    const over = await client.query(sql);
    const embedded = await database.admin.query(sql);
    assert.equal(embedded.affectedRows ?? 0, over.rowCount ?? 0, sql);
  }
});
