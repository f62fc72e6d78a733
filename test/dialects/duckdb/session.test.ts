import assert from 'node:assert/strict';
import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '../../../src/domain/app-error.ts';
import type { ProblemCode } from '../../../src/domain/problems.ts';
import { refuse } from '../../../src/engine/dialects/duckdb/lexical.ts';
import { openSession, temporaryFolder } from './open-session.ts';

function problem(code: ProblemCode, ...words: readonly string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, code);
    for (const word of words) assert.ok(error.message.includes(word), `${error.message} names ${word}`);
    return true;
  };
}

test('what is not under an allowed root is not opened, in any way', async (context) => {
  const { session, folder } = await openSession(context);
  const outside = await temporaryFolder(context);
  await writeFile(join(outside, 'secret.csv'), 'a\n1\n');
  await writeFile(join(folder, 'data.csv'), 'a\n1\n');
  assert.deepEqual(await session.query({ sql: `SELECT a FROM '${folder}/data.csv'` }), [{ a: '1' }]);
  const attempts = [
    `SELECT * FROM '${outside}/secret.csv'`,
    `SELECT * FROM '${folder}/../${outside.split('/').at(-1)}/secret.csv'`,
    `SELECT * FROM read_text('/etc/hostname')`,
    `SELECT * FROM glob('${outside}/*')`,
    `COPY (SELECT 1) TO '${outside}/out.parquet'`,
    `ATTACH '${outside}/other.db'`,
    'LOAD httpfs',
  ];
  for (const sql of attempts) {
    await assert.rejects(session.query({ sql }), problem('data_access_refused'), sql);
  }
});

test('the configuration is locked', async (context) => {
  const { session } = await openSession(context);
  for (const sql of [
    'SET enable_external_access = true',
    "SET allowed_directories = ['/']",
    "SET TimeZone = 'Asia/Tokyo'",
    "SET memory_limit = '1TB'",
    'RESET lock_configuration',
  ]) {
    await assert.rejects(session.query({ sql }), /lock/, sql);
  }
});

test('numbers arrive as text and keep every digit', async (context) => {
  const { session } = await openSession(context);
  const [row] = await session.query({
    sql: `SELECT 9007199254740993::BIGINT AS big, 99999999999999999999999999999999999.999::DECIMAL(38, 3) AS wide,
            '-0'::DOUBLE AS zero, 'NaN'::DOUBLE AS nan, 0.1::DOUBLE AS tenth, 7::TINYINT AS small, true AS flag, NULL AS none,
            [1::HUGEINT, NULL] AS list`,
  });
  assert.deepEqual(row, {
    big: '9007199254740993',
    wide: '99999999999999999999999999999999999.999',
    zero: '-0',
    nan: 'NaN',
    tenth: '0.1',
    small: '7',
    flag: true,
    none: null,
    list: ['1', null],
  });
});

test('a damaged file is named, with the place, and its rows are not quoted', async (context) => {
  const { session, folder } = await openSession(context);
  const file = (name: string) => join(folder, name);
  await session.query({ sql: `COPY (SELECT range AS a FROM range(10000)) TO '${file('cut.parquet')}'` });
  await truncate(file('cut.parquet'), 2000);
  await writeFile(file('ragged.csv'), 'a,b\n1,2\ncanary,4,5\n');
  await writeFile(file('latin.csv'), Buffer.from('a,b\n1,canary\xe9\n', 'latin1'));
  await writeFile(file('bad.ndjson'), '{"a":1}\n{"a":canary}\n');
  const csv = `header = true, auto_detect = false, columns = {a: 'VARCHAR', b: 'VARCHAR'}`;
  const reads: readonly (readonly [string, readonly string[]])[] = [
    [`read_parquet('${file('cut.parquet')}')`, ['cut.parquet']],
    [`read_csv('${file('ragged.csv')}', ${csv})`, ['ragged.csv', 'line 3', '3 fields', '2 columns']],
    [`read_csv('${file('latin.csv')}', ${csv})`, ['latin.csv', 'line 2', 'not UTF-8']],
    [`read_json('${file('bad.ndjson')}', columns = {a: 'BIGINT'})`, ['bad.ndjson', 'byte 6 in line']],
    [`read_parquet('${file('none.parquet')}')`, ['none.parquet']],
  ];
  for (const [relation, words] of reads) {
    await assert.rejects(session.query({ sql: `SELECT * FROM ${relation}` }), (error: unknown) => {
      problem('dataset_unreadable', ...words)(error);
      assert.ok(!String(error).includes('canary'));
      return true;
    });
  }
});

test('no message of the engine carries a value of a row', async (context) => {
  const { session, folder } = await openSession(context);
  await writeFile(join(folder, 'text.ndjson'), '{"a":1}\n{"a":"canary"}\n');
  await writeFile(join(folder, 'text.csv'), 'a,b\n1,2\ncanary,4\n');
  await writeFile(join(folder, 'spoof.csv'), 'a,b\n1,2\n"x\n  file = canary\n",4,5\n');
  await writeFile(join(folder, 'quote.csv'), 'a,b\n1,2\n"canary,4\n');
  const csv = 'header = true, auto_detect = false';
  const value = `'canary' || i`;
  const queries = [
    `SELECT * FROM read_json('${folder}/text.ndjson', columns = {a: 'BIGINT'})`,
    `SELECT * FROM read_csv('${folder}/text.csv', ${csv}, columns = {a: 'BIGINT', b: 'BIGINT'})`,
    `SELECT * FROM read_csv('${folder}/spoof.csv', ${csv}, columns = {a: 'VARCHAR', b: 'VARCHAR'})`,
    `SELECT * FROM read_csv('${folder}/quote.csv', ${csv}, columns = {a: 'VARCHAR', b: 'VARCHAR'})`,
    ...['BIGINT', 'DECIMAL(5, 2)', 'DATE', 'TIMESTAMP', 'UUID', 'JSON', 'BOOLEAN'].map(
      (type) => `SELECT CAST(${value} AS ${type}) FROM range(2) AS t(i)`,
    ),
    `SELECT json_extract(${value}, '$.a') FROM range(2) AS t(i)`,
    `SELECT strptime(${value}, '%Y') FROM range(2) AS t(i)`,
    `SELECT regexp_matches('a', '(' || ${value}) FROM range(2) AS t(i)`,
    `SELECT error(${value}) FROM range(2) AS t(i)`,
  ];
  for (const sql of queries) {
    const error = await session.query({ sql }).then(
      () => assert.fail(`was to fail: ${sql}`),
      (thrown: unknown) => thrown,
    );
    problem('dataset_unreadable')(error);
    // As a logger would show it, with all that hangs on it.
    assert.ok(!inspect(error, { depth: 10 }).includes('canary'), inspect(error));
  }
  await assert.rejects(
    session.query({ sql: `SELECT ${refuse('our own words')} FROM range(1)` }),
    problem('dataset_unreadable', 'our own words'),
  );
});

test('an abort interrupts the statement under way and those that wait', async (context) => {
  const { session } = await openSession(context);
  const controller = new AbortController();
  const endless = { sql: 'SELECT count(*) FROM range(1000000000000) a, range(1000) b' };
  const running = session.query(endless, { signal: controller.signal });
  const waiting = session.query(endless, { signal: controller.signal });
  controller.abort();
  await assert.rejects(running, problem('comparison_cancelled'));
  await assert.rejects(waiting, problem('comparison_cancelled'));
  assert.deepEqual(await session.query({ sql: 'SELECT 1 AS one' }), [{ one: '1' }]);
});

test('the event loop runs while a statement does, and progress is told', async (context) => {
  const { session, folder } = await openSession(context, { threads: 1 });
  await session.query({
    sql: `COPY (SELECT range AS a FROM range(3000000)) TO '${folder}/a.parquet' (ROW_GROUP_SIZE 10000)`,
  });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const fractions: number[] = [];
  await session.query(
    { sql: `SELECT max(md5(md5(md5(a::VARCHAR)))) FROM '${folder}/a.parquet'` },
    { onProgress: (fraction) => fractions.push(fraction) },
  );
  clearInterval(timer);
  assert.ok(ticks > 10, `${ticks} ticks`);
  assert.ok(fractions.length > 0 && fractions.every((fraction) => fraction >= 0 && fraction <= 1));
});

test('more data than memory spills, and the spill files go with the session', async (context) => {
  const { session, folder } = await openSession(context, { memoryLimitBytes: 64 * 1024 ** 2 });
  const [row] = await session.query({
    sql: `SELECT count(*) AS n FROM (SELECT hash(range) AS h, repeat('x', 100) || range AS t FROM range(1000000) ORDER BY h) WHERE t > 'x'`,
  });
  assert.deepEqual(row, { n: '1000000' });
  await session.close();
  assert.deepEqual(await readdir(folder), []);
});

test('spill space is limited', async (context) => {
  const { session } = await openSession(context, {
    memoryLimitBytes: 64 * 1024 ** 2,
    maxSpillBytes: 10 * 1024 ** 2,
  });
  await assert.rejects(
    session.query({
      sql: `SELECT sum(length(t)) FROM (SELECT hash(range) AS h, repeat(md5(range::VARCHAR), 8) AS t FROM range(2000000) ORDER BY h OFFSET 10)`,
    }),
    problem('engine_resources_exhausted'),
  );
});

test('rows stream in chunks', async (context) => {
  const { session } = await openSession(context);
  let rows = 0;
  let chunks = 0;
  for await (const chunk of session.stream({ sql: 'SELECT range AS i FROM range(10000)' })) {
    rows += chunk.length;
    chunks += 1;
  }
  assert.equal(rows, 10000);
  assert.ok(chunks > 1);
});

test('a defect of our SQL carries the statement', async (context) => {
  const { session } = await openSession(context);
  await assert.rejects(
    session.query({ sql: 'SELECT nonsense FROM nowhere' }),
    /nowhere[\s\S]*SELECT nonsense/,
  );
});
