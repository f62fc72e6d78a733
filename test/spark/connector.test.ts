import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { databricksConnector } from '../../src/connectors/databricks/databricks-connector.ts';
import * as names from '../../src/connectors/databricks/table-path.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { identifier, textLiteral } from '../../src/engine/dialects/databricks/lexical.ts';
import { doubleText } from '../../src/engine/dialects/databricks/number-texts.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import { platformSource } from '../../src/executor/tasks/platform-source.ts';
import { specifyCase } from '../dialects/traps/specify-case.ts';
import type { Check } from '../dialects/traps/trap.ts';
import { recordStatements } from '../support/recorded-session.ts';
import {
  binary,
  boolean,
  char,
  date,
  decimal,
  double,
  int64,
  list,
  naive,
  struct,
  table,
  text,
  zoned,
} from '../support/relations.ts';
import { loopbackAddress, openSpark, outboundToLoopback, testedSpark } from '../support/spark.ts';
import { sparkStatements, sparkTable } from '../support/spark-relations.ts';

const catalog = 'spark_catalog';
const schema = `connector_${process.pid}`;
const limits = { catalogueMs: 300_000, readingMs: 300_000 };
const address = loopbackAddress(testedSpark());
const connector = databricksConnector(address, outboundToLoopback, limits);
const session = await openSpark();
await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
after(async () => {
  await session.query(`DROP SCHEMA ${catalog}.${schema} CASCADE`);
  session[Symbol.dispose]();
});

const named = (name: string) => ({ schema: `${catalog}.${schema}`, table: name });
const make = async (statements: readonly string[]) => {
  for (const statement of statements) await session.query(statement);
};

const people = table(
  { id: int64, name: text, born: date },
  ['1', 'Ada', '1815-12-10'],
  ['2', 'Grace', '1906-12-09'],
  ['3', null, '1912-06-23'],
);
await make(sparkTable(`${catalog}.${schema}.people`, people));

describe('a warehouse as a source', () => {
  test('says who is there', async () => {
    const { product, version, user, encrypted } = await connector.testConnection();
    assert.deepEqual([product, encrypted], ['Databricks SQL', false]);
    assert.notEqual(version, '');
    assert.notEqual(user, '');
  });

  test('hosts that are not allowed are not connected to', async () => {
    const outbound = { ...outboundToLoopback, policy: readOutboundPolicy(['db.example.com']) };
    await assert.rejects(databricksConnector(address, outbound, limits).testConnection(), {
      code: 'connection_host_refused',
    });
  });

  test('catalogs are browsed down to a table, searched and paged', async () => {
    const browse = (path: readonly string[], search: string | null, limit = 50, from: string | null = null) =>
      connector.browse({ path, search, after: from, limit });
    assert.ok(
      (await browse([], null)).entries.some(({ name, kind }) => name === catalog && kind === 'catalog'),
    );
    const { entries } = await browse([catalog], schema.toUpperCase());
    assert.deepEqual(
      entries.map(({ name, kind }) => [name, kind]),
      [[schema, 'schema']],
    );
    const first = await browse([catalog, schema], 'PEOPLE', 1);
    assert.deepEqual(
      [first.entries[0]?.name, first.entries[0]?.kind, first.next],
      ['people', 'table', 'people'],
    );
    const second = await browse([catalog, schema], 'people', 1, first.next);
    assert.deepEqual([second.entries[0]?.name, second.entries[0]?.kind], ['people_rows', 'view']);
  });

  test('columns are described by what they hold', async () => {
    const odd = table(
      {
        'a `b': boolean,
        c: char(5),
        d: decimal(20, 4),
        b: binary,
        i: zoned(6),
        w: naive(6),
        n: struct({ 'x:y, <z>': list(struct({ deep: double })), last: text }),
      },
      [true, 'ab', '1.5', 'ff', '2024-01-01 00:00:00Z', '2024-01-01 00:00:00', [[['0.5']], 'z']],
    );
    const statements = sparkStatements(`${catalog}.${schema}.odd`, odd);
    if ('cannot' in statements) assert.fail(statements.cannot);
    await make(statements);
    const { fields, notes } = await connector.describe(named('odd'));
    assert.deepEqual(
      fields.map(({ name, nativeType, logicalType }) => [name, nativeType, logicalType.kind]),
      [
        ['a `b', 'boolean', 'boolean'],
        ['c', 'char(5)', 'string'],
        ['d', 'decimal(20,4)', 'decimal'],
        ['b', 'binary', 'binary'],
        ['i', 'timestamp', 'timestamp'],
        ['w', 'timestamp_ntz', 'timestamp'],
        ['n', 'struct<`x:y, <z>`: array<struct<deep: double>>, last: string>', 'struct'],
      ],
    );
    assert.deepEqual(fields[6]?.logicalType, {
      kind: 'struct',
      fields: [
        {
          name: 'x:y, <z>',
          type: {
            kind: 'list',
            element: { kind: 'struct', fields: [{ name: 'deep', type: { kind: 'double' } }] },
          },
        },
        { name: 'last', type: { kind: 'string' } },
      ],
    });
    assert.deepEqual(notes, []);
  });

  test('fields are looked at where they are', async () => {
    const { fields } = await connector.describe(named('people'));
    const profile = await connector.profile(named('people'), { fields, filter: null });
    assert.equal(profile.rows, 3);
    assert.deepEqual(
      profile.fields.map(({ name, nulls, distinct, min, max }) => [name, nulls, distinct?.count, min, max]),
      [
        ['id', 0, 3, '1', '3'],
        ['name', 1, 2, 'Ada', 'Grace'],
        ['born', 0, 3, '1815-12-10', '1912-06-23'],
      ],
    );
  });

  test('an executor browses and prepares it by the names that people write', async () => {
    const { signal } = new AbortController();
    const context = { signal, progress: () => {}, report: async () => {}, ifVoid: () => {} };
    const source = platformSource(connector, names);
    const request = { parent: `${catalog}.${schema}`, search: 'people', limit: 1, after: null };
    const { candidates } = await source.browse(request, context);
    const { locator } = candidates[0] ?? assert.fail();
    assert.deepEqual(locator, { kind: 'table', schema: `${catalog}.${schema}`, table: 'people' });
    const { fields, rowCount } = await source.prepare(locator ?? assert.fail(), context);
    assert.deepEqual([fields.map(({ name }) => name), rowCount], [['id', 'name', 'born'], 3]);
  });

  test('a table that is not there is named', async () => {
    await assert.rejects(connector.describe(named('nowhere')), {
      code: 'table_not_found',
      message: /nowhere/,
    });
  });
});

describe('statements', () => {
  test('an answer of many parts comes whole, and no digit of a BIGINT is lost', async () => {
    const rows = await session.query('SELECT 9007199254740993 + id FROM range(2500) ORDER BY 1');
    assert.equal(rows.length, 2500);
    assert.deepEqual(rows[0], ['9007199254740993']);
  });

  test('names and texts of any kind survive', async () => {
    const texts = [
      "it's",
      '"',
      '\\',
      'a\nb',
      '🙂',
      'a\0b',
      '--',
      '?',
      ':x',
      `$${'{spark.master}'}`,
      '`',
      '\\u0041',
      '%_',
    ];
    const names = texts.map((each, index) => `${index} ${each.replace('\0', '').replace('$', '')}`);
    const { columns, rows } = await session.answer(
      `SELECT ${texts.map((each, index) => `${textLiteral(each)} AS ${identifier(names[index] ?? '')}`).join(', ')}`,
    );
    assert.deepEqual(rows[0], texts);
    assert.deepEqual(
      columns.map(({ name }) => name),
      names,
    );
  });

  test('a double is written as JavaScript writes it', async () => {
    const doubles = [
      0.1,
      5e-324,
      2e23,
      1.7976931348623157e308,
      1e21,
      1e-7,
      123456.789,
      -0.000001,
      2 ** 53,
      2 ** -1074 * 3,
      1e23,
      4.35,
      100,
    ];
    const rows = await session.query(
      `SELECT ${doubleText('x')} FROM VALUES ${doubles.map((each) => `(double('${each}'))`).join(', ')} AS t(x)`,
    );
    assert.deepEqual(
      rows.map(([written]) => written),
      doubles.map(String),
    );
  });

  test('aborting ends a comparison, and the warehouse goes on', async () => {
    const abort = new AbortController();
    const endless =
      'SELECT count(*) FROM range(1000000) a CROSS JOIN range(1000000) b WHERE a.id * b.id = -1';
    const running = session.answer(endless, { signal: abort.signal });
    setImmediate(() => abort.abort());
    await assert.rejects(running, { code: 'comparison_cancelled' });
    assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  });
});

describe('a warehouse as the engine', () => {
  const changed = table(
    { id: int64, name: text, born: date },
    ['1', 'Ada', '1815-12-10'],
    ['2', 'Hopper', '1906-12-09'],
    ['4', null, '1912-06-23'],
  );

  const compare = async (checks: readonly Check[]) => {
    const sides = { source: await open('people'), target: await open('changed') };
    const { specification } = specifyCase(
      { name: 'compared', source: people, target: changed, checks },
      sides,
    );
    return connector.withEngine(async (engine) => {
      const recorded = recordStatements(engine);
      const relations = { source: sides.source.relation, target: sides.target.relation };
      const { tests } = await comparePair({
        specification,
        relations,
        session: recorded,
        evidenceDirectory: null,
      });
      return { tests, statements: recorded.statements };
    });
  };

  const open = async (name: string) => {
    const { fields } = await connector.describe(named(name));
    const relation = await connector.relation(named(name), fields);
    return { relation, columns: fields.map((field) => ({ ...field, column: field.name })), zone: null };
  };

  test('tables of Parquet files are compared inside it', async () => {
    await make(sparkTable(`${catalog}.${schema}.changed`, changed));
    const { tests } = await compare([
      { functionCode: 'OUTER_VALUE', on: 'name', expected: { status: 'fail' } },
      { functionCode: 'COUNT', on: [], expected: { status: 'pass' } },
    ]);
    assert.deepEqual(
      tests.map(({ status, mismatchedRows, missingInSource, missingInTarget }) => [
        status,
        mismatchedRows,
        missingInSource,
        missingInTarget,
      ]),
      [
        ['fail', 1, 1, 1],
        ['pass', null, null, null],
      ],
    );
  });

  test('what it cannot decide exactly is refused before anything runs', async () => {
    const { tests, statements } = await compare([
      { functionCode: 'VALUE', on: 'name', text: { normalizeUnicode: true }, expected: { status: 'error' } },
    ]);
    assert.deepEqual([tests[0]?.status, tests[0]?.error?.code], ['error', 'unsupported']);
    assert.deepEqual(statements, []);
  });
});
