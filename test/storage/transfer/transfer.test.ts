import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { exportDatabase } from '../../../src/storage/transfer/export-database.ts';
import { importWithin } from '../../../src/storage/transfer/import-database.ts';
import {
  embeddedTransfer,
  postgresTransfer,
  type TransferDatabase,
} from '../../../src/storage/transfer/transfer-database.ts';
import { openScratchDatabase, scratchDirectory } from '../../support/embedded.ts';
import { createTestDatabase, withoutPostgres } from '../../support/postgres.ts';
import { everyTypeRows, everyTypeSchema, everyTypeScope as scope } from './every-type.ts';

const clock = { now: () => new Date(0) };
const directory = scratchDirectory();
let files = 0;

async function exportFrom(from: TransferDatabase): Promise<string> {
  files += 1;
  const path = join(directory, `${files}.export`);
  await exportDatabase({ from, path, scope, clock });
  return path;
}

const importInto = (into: TransferDatabase, path: string) =>
  into.transaction((query) => importWithin(query, { path, scope }));

const lines = (path: string) => gunzipSync(readFileSync(path)).toString('utf8').split('\n');
const prepare = (database: TransferDatabase, sql: string) => database.transaction((query) => query(sql));

const sourceDatabase = await openScratchDatabase();
const targetDatabase = await openScratchDatabase();

/** The second embedded database, with nothing in it but the schema. */
async function emptyTarget(sql = everyTypeSchema): Promise<TransferDatabase> {
  const transfer = embeddedTransfer(targetDatabase.admin);
  await prepare(transfer, `DROP SCHEMA IF EXISTS "Every ""type""" CASCADE; ${sql}`);
  return transfer;
}

async function postgres(): Promise<TransferDatabase> {
  const server = await createTestDatabase();
  after(() => server.drop());
  const transfer = postgresTransfer(server.url);
  await prepare(transfer, everyTypeSchema);
  return transfer;
}

const source = embeddedTransfer(sourceDatabase.admin);
await prepare(source, `${everyTypeSchema}; ${everyTypeRows}`);
const original = await exportFrom(source);

test('an export is one file for its owner only, and holds every row as text', () => {
  assert.equal(statSync(original).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory), ['1.export']);
  const [header, ...rest] = lines(original);
  assert.deepEqual(JSON.parse(header ?? ''), {
    kind: 'plumbline-export',
    formatVersion: 1,
    schema: [{ number: 1, name: '0001-every-type', checksum: 'abc' }],
    exportedAt: '1970-01-01T00:00:00.000Z',
  });
  const rows = rest.filter((line) => line.startsWith('['));
  assert.equal(rows.length, 13);
  assert.ok(rows.some((row) => row.includes('"9007199254740993"')));
  assert.ok(!rest.some((line) => line.includes('left out')));
});

test('an export changes nothing and can be had again, the same to the byte', async () => {
  assert.deepEqual(lines(await exportFrom(source)), lines(original));
});

test('what is imported is what was exported, from embedded to embedded', async () => {
  const target = await emptyTarget();
  await importInto(target, original);
  assert.deepEqual(lines(await exportFrom(target)), lines(original));
});

test('and from embedded to PostgreSQL and back', { skip: withoutPostgres }, async () => {
  const over = await postgres();
  await importInto(over, original);
  const there = await exportFrom(over);
  assert.deepEqual(lines(there), lines(original));
  const back = await emptyTarget();
  await importInto(back, there);
  assert.deepEqual(lines(await exportFrom(back)), lines(original));
});

test('after an import everything is in force again: constraints, triggers, row-level security, sequences', async () => {
  const target = await emptyTarget();
  const state = `
    SELECT (SELECT json_agg(json_build_array(conname, condeferrable, condeferred) ORDER BY conname) FROM pg_constraint
             WHERE contype = 'f') AS constraints,
           (SELECT json_agg(json_build_array(tgname, tgenabled) ORDER BY tgname) FROM pg_trigger
             WHERE NOT tgisinternal) AS triggers,
           (SELECT relforcerowsecurity FROM pg_class WHERE relname = 'z_parent') AS forced`;
  const before = await prepare(target, state);
  await importInto(target, original);
  assert.deepEqual(await prepare(target, state), before);
  const [next] = await target.transaction((query) =>
    query<{ id: number }>('INSERT INTO "Every ""type"""."Values" DEFAULT VALUES RETURNING id'),
  );
  assert.deepEqual(next, { id: 5 });
});

test('rows that break a constraint stop the import, whether it was checked at once or at the end', async () => {
  const target = await emptyTarget();
  for (const [row, orphan] of [
    ['["7","2"]', '["7","9"]'],
    ['["2","3"]', '["2","9"]'],
  ]) {
    assert.ok(lines(original).includes(row ?? ''));
    const path = resealed(lines(original).map((line) => (line === row ? (orphan ?? '') : line)));
    await assert.rejects(importInto(target, path), { code: '23503' });
    assert.equal(await rowsIn(target), 0);
  }
});

test('an import goes into empty tables only', async () => {
  const target = await emptyTarget();
  await prepare(target, 'INSERT INTO "Every ""type""".tree VALUES (1)');
  await assert.rejects(importInto(target, original), { name: 'TransferError', problem: 'targetNotEmpty' });
  await prepare(
    target,
    'DELETE FROM "Every ""type""".tree; INSERT INTO "Every ""type"""."left out" VALUES (1)',
  );
  await importInto(target, original);
});

test('a file that is damaged anywhere imports nothing', async () => {
  const target = await emptyTarget();
  const whole = readFileSync(original);
  const text = lines(original);
  const damaged: Record<string, Buffer> = {
    'cut short': whole.subarray(0, whole.length - 20),
    'cut at the end of a line': gzipSync(text.slice(0, 20).join('\n')),
    'without its last line': gzipSync(`${text.slice(0, -2).join('\n')}\n`),
    'one value altered': gzipSync(text.join('\n').replace('"9007199254740993"', '"9007199254740992"')),
    'a row twice': gzipSync(
      text.flatMap((line) => (line.startsWith('["3"') ? [line, line] : [line])).join('\n'),
    ),
    'not gzip': Buffer.from('hello'),
    'gzip of something else': gzipSync('hello\n'),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    const path = join(directory, `${name}.export`);
    writeFileSync(path, bytes);
    await assert.rejects(importInto(target, path), { name: 'TransferError', problem: 'fileUnusable' }, name);
    assert.equal(await rowsIn(target), 0, name);
  }
  await importInto(target, original);
});

test('a file of another schema or format is refused', async () => {
  const target = await emptyTarget();
  const other = lines(original).map((line) => line.replace('"checksum":"abc"', '"checksum":"xyz"'));
  await assert.rejects(importInto(target, resealed(other)), { problem: 'schemaDiffers' });
  const newer = lines(original).map((line) => line.replace('"formatVersion":1', '"formatVersion":2'));
  await assert.rejects(importInto(target, resealed(newer)), { problem: 'fileUnusable', message: /format 2/ });
  const renamed = lines(original).map((line) => line.replace('"name":"tree"', '"name":"bush"'));
  await assert.rejects(importInto(target, resealed(renamed)), { problem: 'fileUnusable', message: /bush/ });
});

test('a file that is not there is an error that says so', async () => {
  const target = await emptyTarget();
  const missing = { problem: 'fileUnusable', message: /no file/ };
  await assert.rejects(importInto(target, join(directory, 'missing.export')), missing);
});

test('an existing file is not overwritten', async () => {
  await assert.rejects(exportDatabase({ from: source, path: original, scope, clock }), {
    problem: 'fileUnusable',
  });
});

test('a file that cannot be written is an error, and leaves nothing', async () => {
  const path = join(directory, 'no such folder', 'x.export');
  await assert.rejects(exportDatabase({ from: source, path, scope, clock }), { code: 'ENOENT' });
});

test('memory is bounded: a table of 20 MB passes through in pieces', async () => {
  const rows = `CREATE SCHEMA "Every ""type"""; CREATE TABLE "Every ""type""".large (id int PRIMARY KEY, text text)`;
  const large = embeddedTransfer((await openScratchDatabase()).admin);
  await prepare(
    large,
    `${rows}; INSERT INTO "Every ""type""".large SELECT n, repeat(md5(n::text), 625) FROM generate_series(1, 1000) n`,
  );
  const sizes: number[] = [];
  const watched: TransferDatabase = {
    transaction: (fn) =>
      large.transaction((query) =>
        fn(async <Row>(sql: string, parameters?: readonly unknown[]) => {
          const result = await query<Row>(sql, parameters);
          if (sql.startsWith('FETCH')) sizes.push(JSON.stringify(result).length);
          return result;
        }),
      ),
  };
  const path = await exportFrom(watched);
  assert.ok(sizes.length > 10);
  assert.ok(Math.max(...sizes) < 4 * 1024 * 1024, `${Math.max(...sizes)} characters at once`);
  const target = await emptyTarget(rows);
  await importInto(target, path);
  assert.deepEqual(lines(await exportFrom(target)), lines(path));
});

test('over PostgreSQL, a login that row-level security would bind is refused, or frees itself as the owner', {
  skip: withoutPostgres,
}, async () => {
  const server = await createTestDatabase();
  const superuser = postgresTransfer(server.url);
  const suffix = new URL(server.url).pathname.slice(-8);
  const [owner, stranger] = [`owner_${suffix}`, `stranger_${suffix}`];
  await prepare(
    superuser,
    `CREATE ROLE ${owner} LOGIN PASSWORD 'x'; CREATE ROLE ${stranger} LOGIN PASSWORD 'x';
     GRANT CREATE ON DATABASE ${new URL(server.url).pathname.slice(1)} TO ${owner}`,
  );
  after(async () => {
    await prepare(superuser, `DROP OWNED BY ${owner}, ${stranger}; DROP ROLE ${owner}, ${stranger}`);
    await server.drop();
  });
  const as = (name: string) => {
    const url = new URL(server.url);
    url.username = name;
    url.password = 'x';
    return postgresTransfer(url.href);
  };
  await prepare(as(owner), everyTypeSchema);
  await prepare(
    as(owner),
    `GRANT USAGE ON SCHEMA "Every ""type""" TO ${stranger};
     GRANT ALL ON ALL TABLES IN SCHEMA "Every ""type""" TO ${stranger}`,
  );
  await assert.rejects(importInto(as(stranger), original), { problem: 'loginTooWeak' });
  await importInto(as(owner), original);
  await assert.rejects(exportFrom(as(stranger)), { problem: 'loginTooWeak' });
  assert.deepEqual(lines(await exportFrom(as(owner))), lines(original));
});

async function rowsIn(database: TransferDatabase): Promise<number> {
  const path = await exportFrom(database);
  return lines(path).filter((line) => line.startsWith('[')).length;
}

/** The lines as an export with a checksum that fits them: the work of someone who edits a file on purpose. */
function resealed(altered: readonly string[]): string {
  const body = `${altered.slice(0, -2).join('\n')}\n`;
  const sha256 = createHash('sha256').update(body).digest('hex');
  files += 1;
  const path = join(directory, `${files}.altered`);
  writeFileSync(path, gzipSync(`${body}${JSON.stringify({ kind: 'end', sha256 })}\n`));
  return path;
}
