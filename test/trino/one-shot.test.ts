import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { compareLocations } from '../support/compare-locations.ts';
import { dataFolder } from '../support/data-folder.ts';
import { openTrino, testedTrino } from '../support/trino.ts';

/** A row weighs as much as dozens of buckets, so that the bytes that the cluster sends tell which of them it sent. */
const rows = 300;
const bodyOf = (index: number) => `${index}-`.repeat(1000);
const lines = Array.from({ length: rows }, (_row, index) => `${index},${bodyOf(index)}\n`);
const folder = dataFolder({
  'same.csv': ['id,body\n', ...lines].join(''),
  'changed.csv': ['id,body\n', ...lines.map((line, index) => (index === 7 ? '7,other\n' : line))].join(''),
});
const schema = `one_shot_${process.pid}`;
const session = await openTrino();
await session.query(`CREATE SCHEMA memory.${schema}`);
for (const [table, changed] of [
  ['orders', -1],
  ['changed', 7],
] as const) {
  const body = `IF(id = ${changed}, 'other', array_join(repeat(CAST(id AS VARCHAR) || '-', 1000), ''))`;
  await session.query(
    `CREATE TABLE memory.${schema}.${table} AS SELECT id, ${body} AS body FROM UNNEST(sequence(0, ${rows - 1})) AS t(id)`,
  );
}
after(async () => {
  for (const table of ['orders', 'changed']) await session.query(`DROP TABLE memory.${schema}.${table}`);
  await session.query(`DROP SCHEMA memory.${schema}`);
  session[Symbol.dispose]();
});

const { host } = new URL(testedTrino().url);
const tableAt = (table: string) =>
  `trino://tester@${host}/memory?schema=${schema}&table=${table}&tls=disable`;

/** What the last stages of all queries of these tables came to, which is what a cluster sends; it keeps them for minutes. */
async function sentBytes(): Promise<number> {
  const [row] = await session.query(
    `SELECT coalesce(sum(t.output_bytes), 0) FROM system.runtime.tasks t JOIN system.runtime.queries q ON t.query_id = q.query_id
     WHERE t.stage_id LIKE '%.0' AND strpos(q.query, '"${schema}"') > 0`,
  );
  return Number(row?.[0]);
}

async function compare(source: string, target: string, keys: readonly string[] | null = null) {
  const before = await sentBytes();
  const summary = await compareLocations({ source, target }, { temporaryDirectory: folder }, { keys });
  const { equal, complete, matching, comparison, engine } = summary;
  assert.equal(complete, true, JSON.stringify(summary.columns));
  return { equal, matching, comparison, engine, sent: (await sentBytes()) - before };
}

const dataBytes = lines.join('').length;

describe('plumbline compare with tables of a cluster', () => {
  test('two of them are compared inside it, by a key that it finds', async () => {
    const found = await compare(tableAt('orders'), tableAt('changed'));
    assert.deepEqual(
      [found.equal, found.matching.kind, found.comparison?.matchedRows, found.comparison?.mismatchedRows],
      [false, 'keys', rows, 1],
    );
    assert.match(found.engine, /^Trino /);
    assert.ok(found.sent < dataBytes / 4, `${found.sent} bytes`);
  });

  test('what is equal to a file stays where it is, with a key and without', async () => {
    for (const keys of [['id'], null, []]) {
      const { equal, sent } = await compare(tableAt('orders'), join(folder, 'same.csv'), keys);
      assert.ok(equal && sent < dataBytes / 4, `${sent} bytes`);
    }
  });

  test('of what differs from a file only its bucket is fetched', async () => {
    const found = await compare(tableAt('orders'), join(folder, 'changed.csv'));
    assert.deepEqual([found.comparison?.matchedRows, found.comparison?.mismatchedRows], [rows, 1]);
    assert.match(found.engine, /^DuckDB /);
    assert.ok(found.sent > 0 && found.sent < dataBytes / 4, `${found.sent} bytes`);
  });

  test('all of them are fetched where every row has to be looked at', async () => {
    const before = await sentBytes();
    const { equal } = await compareLocations(
      { source: tableAt('orders'), target: join(folder, 'same.csv') },
      { temporaryDirectory: folder },
      { keys: ['id'], verification: 'exact' },
    );
    assert.ok(equal && (await sentBytes()) - before > dataBytes / 2);
  });
});
