/**
 * Rows compared by the fingerprints that two systems take of them: equal values of every type have one text on all of
 * them, so that no row moves; and of a table with few differences only the rows of their buckets do.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { locateFiles } from '../../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../../src/connectors/files/open-file-dataset.ts';
import type { FieldNode } from '../../../src/domain/comparison/field-tree.ts';
import type { PairSpecification } from '../../../src/domain/comparison/pair-specification.ts';
import { textLiteral } from '../../../src/engine/dialects/duckdb/lexical.ts';
import type { FingerprintCells } from '../../../src/engine/fingerprint/compare-fingerprints.ts';
import { planFor } from '../../../src/executor/compare/compare-pair.ts';
import { specifyCase } from '../../dialects/traps/specify-case.ts';
import type { Check } from '../../dialects/traps/trap.ts';
import { type Engine, loopback, openEngine } from './databases.ts';
import { type SettledReport, type SettledSide, settleCheck } from './settle-check.ts';
import { type TestedDatabase, type TestedSystem, testedSystems } from './tested-database.ts';

const [postgresql, mysql] = testedSystems as [TestedSystem, TestedSystem];
const skip = postgresql.skip || mysql.skip;

type SystemName = 'PostgreSQL' | 'MySQL' | 'Parquet';

interface TypeCase {
  readonly type: string;
  /** How each system declares it; a system that has no such type, or no text of it, is left out. */
  readonly as: Partial<Record<SystemName, string>>;
  readonly values: readonly string[];
}

const longText = 'x'.repeat(70_000);
const types: readonly TypeCase[] = [
  {
    type: 'long',
    as: { PostgreSQL: 'bigint', MySQL: 'bigint', Parquet: 'BIGINT' },
    values: ['0', '-1', '9223372036854775807', '-9223372036854775808'],
  },
  {
    type: 'decimal',
    as: { PostgreSQL: 'numeric(20,4)', MySQL: 'decimal(24,6)', Parquet: 'DECIMAL(22,5)' },
    values: ['0', '1.1', '-0.19', '100', '0.5', '-0.0001', '-1234567890123456.789'],
  },
  {
    type: 'decimal of 38 digits',
    as: { PostgreSQL: 'numeric(38,2)', MySQL: 'decimal(38,2)', Parquet: 'DECIMAL(38,2)' },
    values: ['999999999999999999999999999999999999.99', '-0.01', '10.00'],
  },
  {
    type: 'decimal of any length',
    as: { PostgreSQL: 'numeric', MySQL: 'decimal(60,20)', Parquet: 'DECIMAL(30,10)' },
    values: ['0', '0.0000000001', '-12345678901234567890.5', '1000'],
  },
  {
    type: 'double',
    as: { PostgreSQL: 'double precision', Parquet: 'DOUBLE' },
    values: [
      '0',
      '-0',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e21',
      '1e-7',
      '0.1',
      '1.7976931348623157e308',
      '5e-324',
    ],
  },
  { type: 'float', as: { PostgreSQL: 'real', Parquet: 'FLOAT' }, values: ['0.1', '0.36640625', '-3.4e38'] },
  {
    type: 'text',
    as: { PostgreSQL: 'text', MySQL: 'longtext COLLATE utf8mb4_general_ci', Parquet: 'VARCHAR' },
    values: [
      '',
      'a',
      'A',
      ' a ',
      'é',
      'e\u0301',
      '🤦🏼‍♂️',
      'א',
      '~',
      ';',
      '1:a;',
      "it's",
      'a\\b',
      'a\nb\t',
      longText,
    ],
  },
  { type: 'padded text', as: { PostgreSQL: 'char(5)', MySQL: 'char(7)' }, values: ['a', 'abc', ''] },
  { type: 'boolean', as: { PostgreSQL: 'boolean', Parquet: 'BOOLEAN' }, values: ['true', 'false'] },
  {
    type: 'date',
    as: { PostgreSQL: 'date', MySQL: 'date', Parquet: 'DATE' },
    values: ['2024-02-29', '1970-01-01', '1582-10-10', '9999-12-31', '1000-01-01'],
  },
  {
    type: 'infinite date',
    as: { PostgreSQL: 'date', Parquet: 'DATE' },
    values: ['infinity', '-infinity', '0001-01-01'],
  },
  {
    type: 'time',
    as: { PostgreSQL: 'time', MySQL: 'time(6)', Parquet: 'TIME' },
    values: ['00:00:00', '23:59:59.999999', '07:05:10.5'],
  },
  {
    type: 'wall clock',
    as: { PostgreSQL: 'timestamp', MySQL: 'datetime(6)', Parquet: 'TIMESTAMP' },
    values: [
      '2024-01-31 07:05:00',
      '2024-01-31 07:05:10.25',
      '1969-12-31 23:59:59.000001',
      '9999-12-31 23:59:59.999999',
    ],
  },
  {
    type: 'wall clock of fewer digits',
    as: { PostgreSQL: 'timestamp', MySQL: 'datetime(3)', Parquet: 'TIMESTAMP_MS' },
    values: ['2024-01-31 07:05:00', '1969-12-31 23:59:59.123'],
  },
  {
    type: 'instant',
    as: { PostgreSQL: 'timestamptz', MySQL: 'timestamp(6) NULL', Parquet: 'TIMESTAMPTZ' },
    values: ['2024-01-31 07:05:00', '1999-12-31 23:59:59.5'],
  },
  {
    type: 'uuid',
    as: { PostgreSQL: 'uuid', MySQL: 'uuid', Parquet: 'UUID' },
    values: ['0123abcd-0123-4567-89ab-0123456789AB', '00000000-0000-0000-0000-000000000000'],
  },
  {
    type: 'binary',
    as: { PostgreSQL: 'bytea', MySQL: 'longblob', Parquet: 'BLOB' },
    values: ['', '00', 'ff00fe', '7e3b'],
  },
];

const pairs: readonly (readonly [SystemName, SystemName])[] = [
  ['PostgreSQL', 'Parquet'],
  ['PostgreSQL', 'MySQL'],
  ['Parquet', 'MySQL'],
];

interface Opened {
  readonly columns: readonly (FieldNode & { readonly column: string })[];
  readonly side: SettledSide;
}

describe('rows by their fingerprints', { skip }, () => {
  let engine: Engine;
  let writer: Awaited<ReturnType<DuckDBInstance['connect']>>;
  const databases = new Map<SystemName, TestedDatabase>();
  let count = 0;

  before(async () => {
    engine = await openEngine();
    writer = await (await DuckDBInstance.create(':memory:')).connect();
    await writer.run("SET TimeZone = 'UTC'");
    for (const { name, open } of testedSystems) databases.set(name, await open());
    await databases.get('PostgreSQL')?.run("SET TimeZone = 'UTC'");
    await databases.get('MySQL')?.run("SET SESSION time_zone = '+00:00'");
  });

  after(async () => {
    for (const database of databases.values()) await database.drop();
    writer?.closeSync();
    await engine?.close();
  });

  for (const [source, target] of pairs) {
    test(`equal values of ${source} and ${target} move no row, whatever their type`, async () => {
      const shared = types.filter(({ as }) => as[source] !== undefined && as[target] !== undefined);
      const sides = { source: await everyType(source, shared), target: await everyType(target, shared) };
      for (const [index, { type, values }] of shared.entries()) {
        const report = await compare(sides, [{ ...outerValue, on: `v${index}` }]);
        assert.ok(report !== null, `${type} has a text on both`);
        const { status, matchedRows } = report.tests[0] ?? assert.fail();
        assert.deepEqual(
          { type, status, matchedRows, moved: report.moved },
          {
            type,
            status: 'pass',
            matchedRows: mostValues(shared),
            moved: 0,
          },
        );
        assert.ok(values.length > 0);
      }
    });
  }

  test('of a hundred thousand rows only those move that are in the buckets of three differences', async () => {
    const sides = { source: await manyInPostgresql(many), target: await manyInParquet() };
    const table = `t${count - 1}`;
    const equal = await compare(sides, [everyColumn]);
    assert.deepEqual(summaryOf(equal), { status: 'pass', matched: many, mismatched: 0, moved: 0 });
    await databaseOf('PostgreSQL').run(`UPDATE ${table} SET name = name || '!' WHERE id IN (17, 500, 99999)`);
    const report = await compare(sides, [everyColumn]);
    const { moved, ...rest } = summaryOf(report);
    assert.deepEqual(rest, { status: 'fail', matched: many, mismatched: 3 });
    // 4,096 buckets have 24 rows each, and none of these has twice as many.
    assert.ok(moved >= 3 && moved < 3 * 2 * (many / 4096), `${moved} rows moved`);
    assert.deepEqual(report?.comparisons[0]?.buckets, { compared: 4096, differing: 3 });
  });

  test('two servers hash, and only what differs is fetched from both', async () => {
    const sides = { source: await manyInPostgresql(some), target: await someInMysql() };
    assert.equal(summaryOf(await compare(sides, [everyColumn])).moved, 0);
    await databaseOf('MySQL').run(`DELETE FROM t${count} WHERE id = 4711`);
    const report = await compare(sides, [everyColumn]);
    const { missingInTarget, matchedRows } = report?.tests[0] ?? assert.fail();
    assert.deepEqual({ missingInTarget, matchedRows }, { missingInTarget: 1, matchedRows: some - 1 });
    assert.equal(report?.comparisons[0]?.buckets?.differing, 1);
  });

  test('keys that occur twice on both sides are counted, though their rows agree', async () => {
    const rows = "(1, 'a'), (2, 'b'), (2, 'b'), (3, 'c'), (NULL, 'd')";
    const sides = {
      source: await table('PostgreSQL', 'id bigint, v text', rows),
      target: await table('MySQL', 'id bigint, v text', rows),
    };
    const report = await compare(sides, [outerValue]);
    const { status, duplicateKeys, matchedRows } = report?.tests[0] ?? assert.fail();
    assert.deepEqual(
      { status, duplicateKeys, matchedRows, moved: report?.moved },
      { status: 'fail', duplicateKeys: { source: 1, target: 1 }, matchedRows: 5, moved: 4 },
    );
  });

  test('who does not know the salt does not know a hash', async () => {
    await table('PostgreSQL', 'id bigint, v text', "(1, 'a')");
    const { schema } = databaseOf('PostgreSQL');
    const connector = connectorOf('PostgreSQL');
    const name = { schema, table: `t${count}` };
    const { fields } = await connector.describe(name);
    const columns = fields.map((field) => ({ ...field, column: field.name }));
    const { plan } = planFor('duckdb', specificationOf({ columns }, { columns }, [outerValue]));
    const comparison = plan.comparisons[0] ?? assert.fail();
    const hash = (salt: string) =>
      connector.inSnapshot(name, { fields }, (snapshot) =>
        snapshot.fingerprint({ comparison, side: 'source', salt }, false)(),
      );
    const [[bucket, rows, first, second, doubtful]] = (await hash('one')) as [FingerprintCells];
    const [row, key] = ['1;1:a;', '1;'].map((text) => createHash('md5').update(`one${text}`).digest('hex'));
    const word = (start: number) => BigInt.asIntN(64, BigInt(`0x${row?.slice(start, start + 16)}`));
    assert.deepEqual(
      [bucket, rows, first, second, doubtful],
      [key?.slice(0, 3), '1', `${word(0)}`, `${word(16)}`, '0'],
    );
    const [[, , otherFirst, otherSecond]] = (await hash('two')) as [FingerprintCells];
    assert.notEqual(otherFirst, first);
    assert.notEqual(otherSecond, second);
  });

  test('rows that are longer than MySQL hashes are not taken for equal', async () => {
    // With the salt before it the text is longer than a packet of the server, which is 16 MiB.
    const long = (end: string) => `(1, 'short'), (2, CONCAT(REPEAT('x', 16777185), '${end}'))`;
    const sides = {
      source: await table('MySQL', 'id bigint, v longtext', long('a')),
      target: await table('MySQL', 'id bigint, v longtext', long('b')),
    };
    assert.equal(await compare(sides, [outerValue]), null, 'all rows are left to the engine');
  });

  test('what a system cannot spell, or its type cannot hold, is left to the engine', async () => {
    const doubles = {
      source: await table('MySQL', 'id bigint, v double', '(1, 0.1)'),
      target: await table('PostgreSQL', 'id bigint, v double precision', '(1, 0.1)'),
    };
    assert.equal(await compare(doubles, [outerValue]), null);
    const unheld = {
      source: await table('PostgreSQL', 'id bigint, v numeric(9,2)', "(1, 'NaN')"),
      target: await table('PostgreSQL', 'id bigint, v numeric(9,2)', "(1, 'NaN')"),
    };
    assert.equal(await compare(unheld, [outerValue]), null);
  });

  function databaseOf(system: SystemName): TestedDatabase {
    return databases.get(system) ?? assert.fail(`${system} is no server`);
  }

  /** How fast the machine is while tests run is not in question. */
  function connectorOf(system: SystemName) {
    const { connect } = testedSystems.find(({ name }) => name === system) ?? assert.fail();
    return connect(databaseOf(system).address, loopback, { catalogueMs: 600_000, readingMs: 600_000 });
  }

  async function compare(
    { source, target }: { source: Opened; target: Opened },
    checks: readonly Check[],
  ): Promise<SettledReport | null> {
    return settleCheck(
      specificationOf(source, target, checks),
      { source: source.side, target: target.side },
      engine,
    );
  }

  /** As many rows as the type with most values has them; a NULL follows the last of each. */
  async function everyType(system: SystemName, shared: readonly TypeCase[]): Promise<Opened> {
    const declared = shared.map(({ as }, index) => `v${index} ${as[system]}`);
    const rows = Array.from({ length: mostValues(shared) }, (_, row) => {
      const cells = shared.map(({ type, as, values }) => {
        const value = values[row % (values.length + 1)];
        return value === undefined ? 'NULL' : literal(system, type, as[system] ?? '', value);
      });
      return `(${[row, ...cells].join(', ')})`;
    });
    return table(system, ['id bigint', ...declared].join(', '), rows.join(', '));
  }

  async function table(system: SystemName, declared: string, rows: string): Promise<Opened> {
    count += 1;
    if (system === 'Parquet') {
      await writer.run(`CREATE OR REPLACE TABLE t (${declared})`);
      await writer.run(`INSERT INTO t VALUES ${rows}`);
      return parquet('SELECT * FROM t');
    }
    const database = databaseOf(system);
    await database.run(`CREATE TABLE t${count} (${declared})`);
    await database.run(`INSERT INTO t${count} VALUES ${rows}`);
    return inServer(system);
  }

  async function inServer(system: SystemName): Promise<Opened> {
    const { schema } = databaseOf(system);
    const connector = connectorOf(system);
    const name = { schema, table: `t${count}` };
    const { fields } = await connector.describe(name);
    return {
      columns: fields.map((field) => ({ ...field, column: field.name })),
      side: { fields, inSnapshot: (work) => connector.inSnapshot(name, { fields }, work) },
    };
  }

  async function parquet(query: string): Promise<Opened> {
    const file = join(engine.folder, `${count}.parquet`);
    await writer.run(`COPY (${query}) TO ${textLiteral(file)} (FORMAT parquet)`);
    const located = await locateFiles(file, [engine.folder]);
    const context = { session: engine.session, stagingDirectory: engine.folder };
    const { columns, relation } = await openFileDataset(located, {}, context);
    return { columns, side: { relation } };
  }

  async function manyInPostgresql(rows: number): Promise<Opened> {
    count += 1;
    await databaseOf('PostgreSQL').run(
      `CREATE TABLE t${count} AS SELECT CAST(i AS bigint) AS id, CAST(i % 977 AS numeric(12,2)) / 4 AS amount,
         'name ' || i AS name, timestamp '2024-01-01' + i * interval '1 second' AS at FROM generate_series(1, ${rows}) AS i`,
    );
    return inServer('PostgreSQL');
  }

  async function someInMysql(): Promise<Opened> {
    count += 1;
    const digits =
      '(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';
    const numbers = [1, 10, 100, 1_000].map((unit) => `d${unit}.d * ${unit}`).join(' + ');
    const from = [1, 10, 100, 1_000].map((unit) => `${digits} AS d${unit}`).join(', ');
    await databaseOf('MySQL').run(
      `CREATE TABLE t${count} AS SELECT CAST(i AS SIGNED) AS id, CAST(i % 977 AS DECIMAL(12,2)) / 4 AS amount,
         CONCAT('name ', i) AS name, CAST('2024-01-01' AS DATETIME(6)) + INTERVAL i SECOND AS at
       FROM (SELECT ${numbers} + 1 AS i FROM ${from}) AS numbers`,
    );
    return inServer('MySQL');
  }

  async function manyInParquet(): Promise<Opened> {
    count += 1;
    return parquet(
      `SELECT i AS id, CAST((i % 977) / 4 AS DECIMAL(12,2)) AS amount, 'name ' || i AS name,
         TIMESTAMP '2024-01-01' + to_seconds(i) AS at FROM range(1, ${many + 1}) AS r(i)`,
    );
  }
});

const many = 100_000;
const some = 10_000;

const outerValue: Check = { functionCode: 'OUTER_VALUE', expected: { status: 'pass' } };
const everyColumn: Check = { ...outerValue, on: ['amount', 'name', 'at'] };

function specificationOf(
  source: Pick<Opened, 'columns'>,
  target: Pick<Opened, 'columns'>,
  checks: readonly Check[],
): PairSpecification {
  const nothing = { columns: [], rows: [] };
  const prepared = { source: { ...source, zone: null }, target: { ...target, zone: null } };
  return specifyCase({ name: 'fingerprints', source: nothing, target: nothing, checks }, prepared)
    .specification;
}

function mostValues(shared: readonly TypeCase[]): number {
  return Math.max(...shared.map(({ values }) => values.length + 1));
}

function literal(system: SystemName, type: string, declared: string, value: string): string {
  if (type === 'binary') {
    if (system === 'MySQL') return `x'${value}'`;
    return system === 'PostgreSQL' ? `CAST('\\x${value}' AS bytea)` : `from_hex('${value}')`;
  }
  if (system === 'MySQL') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return `CAST('${value.replaceAll("'", "''")}' AS ${declared})`;
}

function summaryOf(report: SettledReport | null) {
  const { status, matchedRows, mismatchedRows } = report?.tests[0] ?? assert.fail('it was not settled');
  return { status, matched: matchedRows, mismatched: mismatchedRows, moved: report?.moved ?? 0 };
}
