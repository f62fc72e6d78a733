import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { DatasetSchema } from '../../../src/connectors/connector.ts';
import type { Filter } from '../../../src/domain/comparison/filter.ts';
import { type Engine, openEngine, stage, stagedTexts } from './databases.ts';
import { isProblem, type TestedDatabase, testedSystems } from './tested-database.ts';

for (const system of testedSystems) {
  describe(`${system.name}: browsing and staging`, { skip: system.skip }, () => {
    let database: TestedDatabase;
    let engine: Engine;

    before(async () => {
      database = await system.open();
      engine = await openEngine();
    });

    after(async () => {
      await engine?.close();
      await database?.drop();
    });

    const open = async (table: string): Promise<DatasetSchema> =>
      database.connector.describe({ schema: database.schema, table });
    const copy = (table: string, schema: DatasetSchema, request = {}) =>
      stage(database.connector, engine, { schema: database.schema, table }, schema, request);

    test('the connection tells what it reached, and of rights that are too many', async () => {
      const report = await database.connector.testConnection();
      assert.match(report.product, system.name === 'MySQL' ? /^(MySQL|MariaDB)$/ : /^PostgreSQL$/);
      assert.match(report.version, /^\d+/);
      assert.equal(report.encrypted, false);
      assert.ok(report.remarks.some((remark) => remark.includes('may only read')));
    });

    test('schemas and tables come in pages, each found once, in order', async () => {
      const names = Array.from(
        { length: 25 },
        (_, index) => `page_${String.fromCharCode(65 + (index % 3))}${index}`,
      );
      for (const name of names) await database.run(`CREATE TABLE ${system.identifier(name)} (id int)`);
      await database.run('CREATE VIEW page_view AS SELECT 1 AS one');
      const found: string[] = [];
      let after: string | null = null;
      let pages = 0;
      do {
        const page = await database.connector.browse({
          path: [database.schema],
          search: 'PAGE_',
          after,
          limit: 10,
        });
        found.push(...page.entries.map(({ name }) => name));
        assert.ok(page.entries.length <= 10);
        after = page.next;
        pages += 1;
      } while (after !== null);
      assert.equal(pages, 3);
      assert.deepEqual(found, [...names, 'page_view'].sort());
      const { entries } = await database.connector.browse({
        path: [database.schema],
        search: 'page_view',
        after: null,
        limit: 1,
      });
      assert.equal(entries[0]?.kind, 'view');
      const top = await database.connector.browse({
        path: [],
        search: database.schema,
        after: null,
        limit: 100,
      });
      assert.deepEqual(
        top.entries.map(({ name, kind }) => [name, kind]),
        [[database.schema, 'schema']],
      );
    });

    test('a filter leaves exactly the rows that it means', async () => {
      await database.run(
        `CREATE TABLE filtered (id int, n bigint, d decimal(10,2), f double precision, s varchar(20), day date, at timestamp NULL)`,
      );
      await database.run(`INSERT INTO filtered VALUES
        (1, 5, 1.10, 0.5, 'abc', '2024-01-31', '2024-01-31 07:05:00'),
        (2, -5, -1.10, -0.5, 'ABC', '2023-12-31', '2023-12-31 00:00:00'),
        (3, 9007199254740993, 99999999.99, 1e300, 'abc ', '2024-02-01', '2024-01-31 07:05:01'),
        (4, NULL, NULL, NULL, NULL, NULL, NULL),
        (5, 0, 0, 0, '', '2024-01-31', '2024-01-31 07:05:00')`);
      const at = system.name === 'MySQL' ? '2024-01-31T07:05:00Z' : '2024-01-31T07:05:00';
      const cases: readonly (readonly [Filter, string])[] = [
        [{ field: 'n', op: 'eq', value: '9007199254740993' }, '3'],
        [{ field: 'n', op: 'ne', value: '5' }, '2,3,5'],
        [{ field: 'n', op: 'lt', value: '0' }, '2'],
        [{ field: 'n', op: 'ge', value: '5' }, '1,3'],
        [{ field: 'n', op: 'in', value: ['0', '-5'] }, '2,5'],
        [{ field: 'n', op: 'between', value: ['-5', '5'] }, '1,2,5'],
        [{ field: 'n', op: 'isNull' }, '4'],
        [{ field: 'n', op: 'isNotNull' }, '1,2,3,5'],
        [{ not: { field: 'n', op: 'eq', value: '5' } }, '2,3,4,5'],
        [{ not: { not: { field: 'n', op: 'gt', value: '0' } } }, '1,3'],
        [{ field: 'd', op: 'eq', value: '1.1' }, '1'],
        [{ field: 'd', op: 'gt', value: '-1.1' }, '1,3,5'],
        [{ field: 'f', op: 'eq', value: '1e+300' }, '3'],
        [{ field: 'f', op: 'le', value: '-0.5' }, '2'],
        [{ field: 's', op: 'eq', value: 'abc' }, '1'],
        [{ field: 's', op: 'eq', value: '' }, '5'],
        [{ field: 's', op: 'ne', value: 'abc' }, '2,3,5'],
        [{ field: 's', op: 'startsWith', value: 'ab' }, '1,3'],
        [{ field: 's', op: 'contains', value: 'bc ' }, '3'],
        [{ field: 's', op: 'contains', value: '%' }, ''],
        [{ field: 's', op: 'lt', value: 'a' }, '2,5'],
        [{ field: 'day', op: 'eq', value: '2024-01-31' }, '1,5'],
        [{ field: 'day', op: 'lt', value: '2024-01-01' }, '2'],
        [{ field: 'at', op: 'le', value: at }, '1,2,5'],
        [
          {
            all: [
              { field: 'n', op: 'ge', value: '0' },
              { field: 's', op: 'ne', value: 'abc' },
            ],
          },
          '3,5',
        ],
        [
          {
            any: [
              { field: 'n', op: 'eq', value: '5' },
              { field: 'n', op: 'isNull' },
            ],
          },
          '1,4',
        ],
      ];
      const schema = await open('filtered');
      for (const [filter, ids] of cases) {
        await using dataset = await copy('filtered', schema, { filter });
        assert.equal((await stagedTexts(engine, dataset, 'id')).join(), ids, JSON.stringify(filter));
      }
    });

    test('only the chosen fields of an empty table', async () => {
      await database.run('CREATE TABLE nothing (id int, a int, b int)');
      const schema = await open('nothing');
      await using dataset = await copy('nothing', schema, { only: ['a', 'id'] });
      assert.equal(dataset.rows, 0);
      assert.deepEqual(
        dataset.columns.map(({ name }) => name),
        ['id', 'a'],
      );
      assert.deepEqual(await stagedTexts(engine, dataset, 'a'), []);
      await assert.rejects(copy('nothing', schema, { only: [] }), isProblem('comparison_unsupported'));
    });

    test('records far beyond the reader’s usual length, and lone columns, are read whole', async () => {
      await database.run(
        'CREATE TABLE wide (id int, v longtext)'.replace(
          'longtext',
          system.name === 'MySQL' ? 'longtext' : 'text',
        ),
      );
      const lengths = [1, 3_000_000, 0, 12_000_000, 2];
      for (const [index, length] of lengths.entries()) {
        await database.run(`INSERT INTO wide VALUES (${index}, REPEAT('x', ${length}))`);
      }
      const schema = await open('wide');
      await using dataset = await copy('wide', schema);
      const rows = await engine.session.query({
        sql: `SELECT length(v) AS n FROM ${dataset.relation.from} ORDER BY id`,
      });
      assert.deepEqual(
        rows.map(({ n }) => Number(n)),
        lengths,
      );
      await using lone = await copy('wide', schema, {
        only: ['v'],
        filter: { field: 'id', op: 'in', value: ['2'] },
      });
      const [row] = await engine.session.query({
        sql: `SELECT count(*) AS n, max(v) AS v FROM ${lone.relation.from}`,
      });
      assert.deepEqual({ ...row }, { n: '1', v: '' });
    });

    test('a copy of several chunks has every row once', async () => {
      const rows = system.name === 'MySQL' ? 'seq_1_to_90000' : 'generate_series(1, 90000)';
      const seq = system.name === 'MySQL' ? 'seq' : 'seq.seq';
      await database.run(
        `CREATE VIEW chunked AS SELECT ${seq} AS id, REPEAT('é', 400) AS v FROM ${rows}${system.name === 'MySQL' ? '' : ' AS seq(seq)'}`,
      );
      const schema = await open('chunked');
      await using dataset = await copy('chunked', schema);
      assert.equal(dataset.rows, 90_000);
      const [row] = await engine.session.query({
        sql: `SELECT count(DISTINCT id) AS ids, max(id) AS last, min(length(v)) AS least, max(length(v)) AS most FROM ${dataset.relation.from}`,
      });
      assert.deepEqual({ ...row }, { ids: '90000', last: '90000', least: '400', most: '400' });
      const parts = (dataset.relation.from.match(/\.parquet/g) ?? []).length;
      assert.ok(parts > 1, `${parts} part`);
    });

    test('a copy tells how far it is, and leaves nothing behind', async () => {
      await database.run('CREATE TABLE few (id int)');
      await database.run('INSERT INTO few VALUES (1), (2), (3)');
      const schema = await open('few');
      const table = { schema: database.schema, table: 'few' };
      const heard: number[] = [];
      const dataset = await database.connector.stage(
        table,
        {
          fields: schema.fields,
          only: null,
          filter: null,
          session: engine.session,
          stagingDirectory: engine.folder,
        },
        { onProgress: ({ rows }) => heard.push(rows) },
      );
      assert.deepEqual(heard, [3]);
      assert.equal((await stagedFolders(engine)).length, 1);
      await dataset[Symbol.asyncDispose]();
      assert.deepEqual(await stagedFolders(engine), []);
    });

    test('cancelling ends the query on the server, and leaves nothing behind', async () => {
      const endless =
        system.name === 'MySQL'
          ? 'CREATE VIEW endless AS SELECT SLEEP(600) AS v'
          : 'CREATE VIEW endless AS SELECT generate_series(1, 10000000000) AS v';
      const schema = { ...(await fieldOfEndless()), rowEstimate: null };
      const table = { schema: database.schema, table: 'endless' };
      const controller = new AbortController();
      const copying = database.connector.stage(
        table,
        {
          fields: schema.fields,
          only: null,
          filter: null,
          session: engine.session,
          stagingDirectory: engine.folder,
        },
        { signal: controller.signal },
      );
      await untilRunning(1);
      controller.abort();
      await assert.rejects(copying, isProblem('comparison_cancelled'));
      await untilRunning(0);
      assert.deepEqual(await stagedFolders(engine), []);

      async function fieldOfEndless() {
        await database.run(endless);
        return await open('endless');
      }
      async function untilRunning(count: number): Promise<void> {
        const sql =
          system.name === 'MySQL'
            ? `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = '${database.schema}' AND INFO LIKE 'SELECT%endless%' AND ID <> CONNECTION_ID()`
            : `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'COPY%endless%'`;
        while (Number((await database.run(sql))[0]?.[0]) !== count) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    });

    test('what was aborted before it began never connects', async () => {
      const signal = AbortSignal.abort();
      await assert.rejects(database.connector.testConnection({ signal }), isProblem('comparison_cancelled'));
    });
  });
}

async function stagedFolders({ folder }: Engine): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('table-'));
}
