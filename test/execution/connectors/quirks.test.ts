import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret } from '../../../src/connectors/outbound/secret.ts';
import type { TestReport } from '../../../src/domain/comparison/pair-report.ts';
import { asText, asTextIn, check, passes } from '../../dialects/traps/trap.ts';
import { compareTables, type TableSide } from './compare-staged.ts';
import { type Engine, openEngine, stage, stagedTexts } from './databases.ts';
import { isProblem, type TestedDatabase, testedSystems } from './tested-database.ts';

const skip = testedSystems.map((system) => system.skip).find((reason) => reason !== false) ?? false;

/** The outcome is asserted on the report. */
const value = check('VALUE', passes());

describe('what only one server does is compared right all the same', { skip }, () => {
  let postgresql: TestedDatabase;
  let mysql: TestedDatabase;
  let engine: Engine;

  before(async () => {
    engine = await openEngine();
    for (const system of testedSystems) {
      const database = await system.open();
      if (system.name === 'PostgreSQL') postgresql = database;
      else mysql = database;
    }
  });

  after(async () => {
    await postgresql?.drop();
    await mysql?.drop();
    await engine?.close();
  });

  const at = (database: TestedDatabase, table: string, zone?: string): TableSide => ({
    connector: database.connector,
    table: { schema: database.schema, table },
    ...(zone === undefined ? {} : { zone }),
  });
  const compare = async (
    source: TableSide,
    target: TableSide,
    keys = ['id'],
    checks = [value],
  ): Promise<TestReport> => {
    const [report] = await compareTables(engine, { source, target }, keys, checks);
    assert.ok(report);
    return report;
  };

  test('a zero date is neither NULL nor any date nor another zero date: it is counted', async () => {
    const dates = ['0000-00-00', '0000-00-00', '2024-00-15', '2024-02-29', null];
    const literal = (date: string | null) => (date === null ? 'NULL' : `'${date}'`);
    for (const type of ['date', 'datetime(6)', 'timestamp NULL']) {
      const table = `zero_${type.replace(/\W.*/, '')}`;
      await mysql.run(`CREATE TABLE ${table} (id int, v ${type})`);
      const shown = dates.map((date) =>
        type.startsWith('timestamp') && date === '2024-00-15' ? '0000-00-00' : date,
      );
      await mysql.run(
        `INSERT INTO ${table} VALUES ${shown.map((date, id) => `(${id}, ${literal(date)})`).join(', ')}`,
      );
      const peer = type === 'date' ? 'date' : type === 'timestamp NULL' ? 'timestamptz' : 'timestamp';
      await postgresql.run(`CREATE TABLE ${table} (id int, v ${peer})`);
      await postgresql.run(
        `INSERT INTO ${table} VALUES (0, NULL), (1, '0001-01-01'), (2, '2024-01-15'), (3, '2024-02-29 00:00:00+00'), (4, NULL)`,
      );
      const report = await compare(at(mysql, table), at(postgresql, table));
      assert.deepEqual(report.unconvertible, { source: 3, target: 0 }, type);
      assert.equal(report.mismatchedRows, 3, type);
      assert.equal(report.status, 'fail');
      const itself = await compare(at(mysql, table), at(mysql, table));
      assert.deepEqual([itself.status, itself.mismatchedRows], ['fail', 3], type);
      const measured = await compare(at(mysql, table), at(mysql, table), ['id'], [check('MAX', passes())]);
      assert.deepEqual(measured.unconvertible, { source: 3, target: 3 });
    }
  });

  test('bytes of which MySQL does not write all digits are not taken for NULL', async () => {
    await mysql.run('CREATE TABLE long_bytes (id int, v longblob)');
    // Its digits are longer than a packet of the server, which is 16 MiB.
    await mysql.run(`INSERT INTO long_bytes VALUES (0, NULL), (1, REPEAT('x', ${9 * 2 ** 20}))`);
    await assert.rejects(
      compare(at(mysql, 'long_bytes'), at(mysql, 'long_bytes')),
      isProblem('dataset_unreadable'),
    );
  });

  test('a column with zero dates is not compared as text, since it cannot be said how', async () => {
    await mysql.run('CREATE TABLE zero_text (id int, v date)');
    await mysql.run("INSERT INTO zero_text VALUES (0, '0000-00-00')");
    await postgresql.run('CREATE TABLE zero_text (id int, v text)');
    await postgresql.run("INSERT INTO zero_text VALUES (0, '0000-00-00')");
    await assert.rejects(
      compare(
        at(mysql, 'zero_text'),
        at(postgresql, 'zero_text'),
        ['id'],
        [check('VALUE', passes(), { selection: asText })],
      ),
      isProblem('comparison_unsupported'),
    );
  });

  test('NaN and the infinities of numeric are no decimals, and those of double are doubles', async () => {
    await postgresql.run('CREATE TABLE odd_numbers (id int, v numeric(10,2), f float8)');
    await postgresql.run(
      `INSERT INTO odd_numbers VALUES (0, 'NaN', 'NaN'), (1, 1.10, 'Infinity'), (2, NULL, '-Infinity'), (3, -0.00, '-0')`,
    );
    await postgresql.run('CREATE TABLE odd_open (id int, v numeric, f float8)');
    await postgresql.run(
      `INSERT INTO odd_open VALUES (0, 'NaN', 'NaN'), (1, 1.1000, 'Infinity'), (2, NULL, '-Infinity'), (3, 0, '0')`,
    );
    const numbers = await compare(at(postgresql, 'odd_numbers'), at(postgresql, 'odd_open'));
    assert.deepEqual(numbers.unconvertible, { source: 1, target: 1 });
    assert.deepEqual([numbers.status, numbers.mismatchedRows], ['fail', 1]);
    const doubles = await compare(
      at(postgresql, 'odd_numbers'),
      at(postgresql, 'odd_open'),
      ['id'],
      [check('VALUE', passes(), { on: 'f' })],
    );
    assert.deepEqual([doubles.status, doubles.mismatchedRows], ['pass', 0]);
    const against = await compare(
      at(postgresql, 'odd_open'),
      at(postgresql, 'odd_numbers'),
      ['id'],
      [check('VALUE', passes(), { on: { source: 'v', target: 'f' } })],
    );
    // As doubles, the numeric NaN is the NaN that the double has.
    assert.deepEqual([against.mismatchedRows, against.unconvertible.source], [2, 0]);
  });

  test('infinite dates and times are equal only to themselves', async () => {
    await postgresql.run('CREATE TABLE infinite (id int, d date, v timestamp, z timestamptz)');
    await postgresql.run(
      `INSERT INTO infinite VALUES (0, 'infinity', 'infinity', 'infinity'), (1, '-infinity', '-infinity', '-infinity')`,
    );
    await mysql.run('CREATE TABLE infinite (id int, d date, v datetime(6), z timestamp(6) NULL)');
    await mysql.run(
      `INSERT INTO infinite VALUES (0, '9999-12-31', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07.999999'), (1, NULL, NULL, NULL)`,
    );
    for (const on of ['d', 'v', 'z']) {
      const checks = [check('VALUE', passes(), { on })];
      const same = await compare(at(postgresql, 'infinite'), at(postgresql, 'infinite'), ['id'], checks);
      assert.deepEqual([same.status, same.mismatchedRows], ['pass', 0], on);
      const other = await compare(at(postgresql, 'infinite'), at(mysql, 'infinite'), ['id'], checks);
      assert.deepEqual([other.status, other.mismatchedRows], ['fail', 2], on);
    }
  });

  test('a collation that ignores case and trailing spaces decides nothing, neither values nor keys', async () => {
    await mysql.run('CREATE TABLE loose (id int, v varchar(20) COLLATE utf8mb4_general_ci)');
    await mysql.run(`INSERT INTO loose VALUES (1, 'a'), (2, 'A'), (3, 'a '), (4, 'ä')`);
    await postgresql.run('CREATE TABLE loose (id int, v text)');
    await postgresql.run(`INSERT INTO loose VALUES (1, 'a'), (2, 'a'), (3, 'a'), (4, 'a')`);
    const values = await compare(at(mysql, 'loose'), at(postgresql, 'loose'));
    assert.equal(values.mismatchedRows, 3);
    const keys = await compare(
      at(mysql, 'loose'),
      at(mysql, 'loose'),
      ['v'],
      [check('OUTER_VALUE', passes(), { on: 'id' })],
    );
    assert.deepEqual([keys.status, keys.matchedRows], ['pass', 4]);
    const distinct = await compare(
      at(mysql, 'loose'),
      at(postgresql, 'loose'),
      ['id'],
      [check('COUNT_DISTINCT', passes())],
    );
    assert.deepEqual([distinct.source.value, distinct.target.value], ['4', '1']);
  });

  test('the padding of CHAR is no part of the value, on either server', async () => {
    for (const database of [postgresql, mysql]) {
      await database.run('CREATE TABLE padded (id int, v char(5))');
      await database.run(`INSERT INTO padded VALUES (1, 'x'), (2, 'x  '), (3, ' x')`);
    }
    await postgresql.run('CREATE TABLE unpadded (id int, v varchar(5))');
    await postgresql.run(`INSERT INTO unpadded VALUES (1, 'x'), (2, 'x'), (3, ' x')`);
    assert.equal((await compare(at(postgresql, 'padded'), at(mysql, 'padded'))).status, 'pass');
    assert.equal((await compare(at(mysql, 'padded'), at(postgresql, 'unpadded'))).status, 'pass');
  });

  test('an instant is the same whatever the zones of servers, sessions and users', async () => {
    await postgresql.run('CREATE TABLE instants (id int, v timestamptz)');
    await postgresql.run(
      `INSERT INTO instants VALUES (1, '2024-10-27 00:30:00+00'), (2, '2024-10-27 01:30:00+00')`,
    );
    await postgresql.run(
      `ALTER ROLE CURRENT_USER IN DATABASE ${postgresql.address.database} SET TimeZone = 'Europe/Berlin'`,
    );
    await mysql.run('CREATE TABLE instants (id int, v timestamp NULL)');
    await mysql.run(`SET SESSION time_zone = '+02:00'`);
    await mysql.run(`INSERT INTO instants VALUES (1, '2024-10-27 02:30:00'), (2, '2024-10-27 03:30:00')`);
    const report = await compare(at(postgresql, 'instants'), at(mysql, 'instants'));
    assert.deepEqual([report.status, report.mismatchedRows], ['pass', 0]);
    await mysql.run('CREATE TABLE walls (id int, v datetime)');
    await mysql.run(`INSERT INTO walls VALUES (1, '2024-10-27 02:30:00'), (2, '2024-10-27 02:30:00')`);
    const zoned = await compare(at(postgresql, 'instants'), at(mysql, 'walls', 'Europe/Berlin'));
    assert.deepEqual([zoned.status, zoned.mismatchedRows], ['pass', 0]);
  });

  test('a boolean and the number that MySQL has for it agree by a choice', async () => {
    await postgresql.run('CREATE TABLE flags (id int, v boolean)');
    await postgresql.run('INSERT INTO flags VALUES (1, true), (2, false), (3, NULL)');
    await mysql.run('CREATE TABLE flags (id int, v boolean)');
    await mysql.run('INSERT INTO flags VALUES (1, true), (2, 0), (3, NULL)');
    const selection = { choiceId: 'asPeerNumeric', format: '' } as const;
    const report = await compare(
      at(postgresql, 'flags'),
      at(mysql, 'flags'),
      ['id'],
      [check('VALUE', passes(), { selection })],
    );
    assert.equal(report.status, 'pass');
  });

  test('bytes and their hex text agree by a choice', async () => {
    await postgresql.run('CREATE TABLE bytes (id int, v bytea)');
    await postgresql.run(`INSERT INTO bytes VALUES (1, '\\x00ff5c')`);
    await mysql.run('CREATE TABLE bytes (id int, v varchar(20))');
    await mysql.run(`INSERT INTO bytes VALUES (1, '00FF5C')`);
    const report = await compare(
      at(postgresql, 'bytes'),
      at(mysql, 'bytes'),
      ['id'],
      [check('VALUE', passes(), { selection: asTextIn('hex') })],
    );
    assert.equal(report.status, 'pass');
  });

  describe('PostgreSQL', () => {
    const open = (table: string) => postgresql.connector.describe({ schema: 'public', table });
    const copy = async (table: string) =>
      stage(postgresql.connector, engine, { schema: 'public', table }, await open(table));

    test('every kind of table can be read', async () => {
      await postgresql.run('CREATE TABLE kinds (id int, v int GENERATED ALWAYS AS (id * 2) STORED) ');
      await postgresql.run('INSERT INTO kinds VALUES (1), (2)');
      await postgresql.run('CREATE VIEW kinds_view AS SELECT * FROM kinds');
      await postgresql.run('CREATE MATERIALIZED VIEW kinds_kept AS SELECT * FROM kinds');
      await postgresql.run('CREATE TABLE kinds_parted (id int, v int) PARTITION BY RANGE (id)');
      await postgresql.run('CREATE TABLE kinds_part PARTITION OF kinds_parted FOR VALUES FROM (0) TO (10)');
      await postgresql.run('INSERT INTO kinds_parted VALUES (1, 2), (2, 4)');
      await postgresql.run('CREATE EXTENSION file_fdw');
      await postgresql.run('CREATE SERVER files FOREIGN DATA WRAPPER file_fdw');
      await postgresql.run(
        `CREATE FOREIGN TABLE kinds_foreign (id int, v int) SERVER files OPTIONS (program 'printf "1,2\\n2,4\\n"', format 'csv')`,
      );
      const kinds = {
        kinds: 'table',
        kinds_view: 'view',
        kinds_kept: 'materializedView',
        kinds_parted: 'partitionedTable',
        kinds_foreign: 'foreignTable',
      };
      for (const [table, kind] of Object.entries(kinds)) {
        assert.equal((await open(table)).kind, kind);
        await using dataset = await copy(table);
        assert.deepEqual(await stagedTexts(engine, dataset, 'v'), ['2', '4'], table);
      }
      const { entries } = await postgresql.connector.browse({
        path: ['public'],
        search: 'kinds',
        after: null,
        limit: 100,
      });
      assert.deepEqual(Object.fromEntries(entries.map(({ name, kind }) => [name, kind])), kinds);
    });

    test('names that differ only in case stay apart in staging', async () => {
      await postgresql.run('CREATE TABLE folded (id int, "Aa" int, "aA" int, aa int)');
      await postgresql.run('INSERT INTO folded VALUES (0, 1, 2, 3)');
      await using dataset = await copy('folded');
      assert.deepEqual(await stagedTexts(engine, dataset, 'Aa'), ['1']);
      assert.deepEqual(await stagedTexts(engine, dataset, 'aA'), ['2']);
      assert.deepEqual(await stagedTexts(engine, dataset, 'aa'), ['3']);
    });

    test('numbers that outgrow what was measured ask for another preparation', async () => {
      await postgresql.run('CREATE TABLE growing (id int, v numeric)');
      await postgresql.run('INSERT INTO growing VALUES (1, 1.5)');
      const schema = await open('growing');
      const table = { schema: 'public', table: 'growing' };
      await postgresql.run(`INSERT INTO growing VALUES (2, 123456789012.123456789), (3, 'NaN')`);
      await using dataset = await stage(postgresql.connector, engine, table, schema);
      assert.equal(dataset.columns[1]?.readAs?.unreadable, 1);
      await postgresql.run(`INSERT INTO growing VALUES (4, 1.${'1'.repeat(19)})`);
      await assert.rejects(
        stage(postgresql.connector, engine, table, schema),
        isProblem('dataset_schema_changed'),
      );
      await using again = await copy('growing');
      assert.equal(again.rows, 4);
    });

    test('an array of several dimensions among lists is not read as a list', async () => {
      await postgresql.run('CREATE TABLE lists (id int, v int[])');
      await postgresql.run(`INSERT INTO lists VALUES (1, '{1,2}')`);
      const schema = await open('lists');
      await postgresql.run(`INSERT INTO lists VALUES (2, '{{1,2},{3,4}}')`);
      const table = { schema: 'public', table: 'lists' };
      await assert.rejects(
        stage(postgresql.connector, engine, table, schema),
        isProblem('dataset_unreadable'),
      );
    });

    test('a type that changes under its name is noticed', async () => {
      await postgresql.run('CREATE TYPE pair AS (a int, b int)');
      await postgresql.run('CREATE TABLE pairs (id int, v pair)');
      const schema = await open('pairs');
      await postgresql.run('ALTER TYPE pair ADD ATTRIBUTE c int');
      const table = { schema: 'public', table: 'pairs' };
      await assert.rejects(
        stage(postgresql.connector, engine, table, schema),
        isProblem('dataset_schema_changed'),
      );
    });

    test('distinct values of a large table are those of its statistics, and it is said so', async () => {
      await postgresql.run(
        'CREATE TABLE large AS SELECT i AS id, i % 3 AS v FROM generate_series(1, 3000) AS i',
      );
      await postgresql.run('ANALYZE large');
      await postgresql.run(`UPDATE pg_class SET reltuples = 2000000 WHERE relname = 'large'`);
      const { fields, rowEstimate } = await open('large');
      assert.equal(rowEstimate, 2_000_000);
      const table = { schema: 'public', table: 'large' };
      const profile = await postgresql.connector.profile(table, { fields, filter: null });
      assert.equal(profile.rows, 3000);
      assert.deepEqual(profile.fields, [
        { name: 'id', nulls: 0, distinct: { count: 2_000_000, exact: false }, min: '1', max: '3000' },
        { name: 'v', nulls: 0, distinct: { count: 3, exact: false }, min: '0', max: '2' },
      ]);
      const filtered = await postgresql.connector.profile(table, {
        fields,
        filter: { field: 'id', op: 'le', value: '10' },
      });
      assert.deepEqual(
        filtered.fields.map(({ distinct }) => distinct),
        [null, null],
      );
    });

    test('a user who sees only some rows is told so', async () => {
      await postgresql.run('CREATE TABLE secured (id int)');
      await postgresql.run('ALTER TABLE secured ENABLE ROW LEVEL SECURITY');
      await postgresql.run('ALTER TABLE secured FORCE ROW LEVEL SECURITY');
      await postgresql.run(`CREATE ROLE ${postgresql.address.database}_seer LOGIN PASSWORD 'x'`);
      try {
        await postgresql.run(`GRANT SELECT ON secured TO ${postgresql.address.database}_seer`);
        const seer = postgresql.connectorTo({
          user: `${postgresql.address.database}_seer`,
          password: new Secret('x'),
        });
        const { notes } = await seer.describe({ schema: 'public', table: 'secured' });
        assert.deepEqual(
          notes.map(({ code }) => code),
          ['rows_filtered'],
        );
        const report = await seer.testConnection();
        assert.deepEqual(report.remarks, []);
      } finally {
        await postgresql.run(`DROP OWNED BY ${postgresql.address.database}_seer`);
        await postgresql.run(`DROP ROLE ${postgresql.address.database}_seer`);
      }
    });
  });
});
