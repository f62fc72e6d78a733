import assert from 'node:assert/strict';
import { appendFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Candidate } from '../../../src/domain/catalog/candidate.ts';
import { detectedReading } from '../../../src/domain/catalog/locator.ts';
import type { PreparedField } from '../../../src/domain/catalog/prepared-field.ts';
import type { TaskProgress, TaskReport } from '../../../src/domain/execution/protocol.ts';
import { filesSource } from '../../../src/executor/tasks/files-source.ts';
import type { OpenedSource } from '../../../src/executor/tasks/opened-source.ts';
import type { TaskContext } from '../../../src/executor/tasks/run-task.ts';
import { dataFolder } from '../../support/data-folder.ts';

function open(root: string, allowedRoots: readonly string[] = [root]): OpenedSource {
  const engine = { workFolder: dataFolder(), memoryLimitBytes: 256 * 2 ** 20, tasks: 1, threads: 1 };
  return filesSource({ kind: 'files', root }, { allowedRoots, engine });
}

function context(signal = new AbortController().signal) {
  const told: { progress: TaskProgress[]; reports: TaskReport[] } = { progress: [], reports: [] };
  const task: TaskContext = {
    signal,
    progress: (now) => void told.progress.push(now),
    report: async (report) => void told.reports.push(report),
    ifVoid: () => {},
  };
  return { ...task, told };
}

const all = { parent: null, search: null, limit: 100, after: null };
const names = (candidates: readonly Candidate[]) => candidates.map(({ name }) => name);
const locate = (path: string) => ({ kind: 'files' as const, path, reading: detectedReading });

describe('the root of a source', () => {
  const root = dataFolder({ 'inside/a.csv': 'id\n1\n', 'file.csv': 'id\n1\n' });
  const elsewhere = dataFolder({ 'secret.csv': 'id\n1\n' });
  symlinkSync(elsewhere, join(root, 'way-out'));

  test('can be an allowed folder or one below', async () => {
    for (const path of [root, join(root, 'inside'), join(root, 'inside', '..')]) {
      const { message } = await open(path, [root]).test(context());
      assert.match(message, /can be read/);
    }
  });

  const refused: readonly [string, string, string][] = [
    ['another folder', elsewhere, 'data_access_refused'],
    ['the folder above', join(root, '..'), 'data_access_refused'],
    ['a link that leads out', join(root, 'way-out'), 'data_access_refused'],
    ['an absent folder elsewhere', join(elsewhere, 'absent'), 'data_access_refused'],
    ['a file elsewhere', '/etc/passwd', 'data_access_refused'],
    ['an absent folder', join(root, 'absent'), 'dataset_not_found'],
    ['a file', join(root, 'file.csv'), 'dataset_not_found'],
  ];
  for (const [what, path, code] of refused) {
    test(`cannot be ${what}`, async () => {
      const source = open(path, [root, join(root, 'a-root-that-does-not-exist')]);
      await assert.rejects(source.test(context()), { code });
      await assert.rejects(source.browse(all, context()), { code });
      await assert.rejects(source.prepare(locate('a.csv'), context()), { code });
    });
  }

  test('allows nothing where nothing is allowed', async () => {
    await assert.rejects(open(root, []).test(context()), { code: 'data_access_refused' });
  });
});

describe('browsing', () => {
  const root = dataFolder({
    'b.csv': 'id\n1\n',
    'a.parquet.txt.md': '',
    'Orders.ndjson.gz': '',
    'parts/one.csv': 'id\n1\n',
    'parts/_SUCCESS': '',
    'partitions/year=2025/a.csv': 'id\n1\n',
    'mixed/one.csv': '',
    'mixed/two.json': '',
    '.hidden.csv': '',
    'nested/deep/c.tsv': 'id\n1\n',
  });
  const elsewhere = dataFolder({ 'secret.csv': 'id\n1\n' });
  symlinkSync(join(elsewhere, 'secret.csv'), join(root, 'leak.csv'));
  symlinkSync(elsewhere, join(root, 'leaks'));
  symlinkSync(join(root, 'nested'), join(root, 'shortcut'));
  symlinkSync('loop', join(root, 'loop'));
  const source = open(root);

  test('shows folders and data files, and no link that leads out', async () => {
    const { candidates, next } = await source.browse(all, context());
    assert.deepEqual(names(candidates), [
      'Orders.ndjson.gz',
      'b.csv',
      'mixed',
      'nested',
      'partitions',
      'parts',
      'shortcut',
    ]);
    assert.equal(next, null);
    const found = Object.fromEntries(candidates.map((candidate) => [candidate.name, candidate]));
    assert.deepEqual(found['b.csv'], {
      name: 'b.csv',
      kind: 'file',
      locator: locate('b.csv'),
      childrenOf: null,
      description: '5 bytes',
    });
    assert.deepEqual(
      ['parts', 'partitions', 'mixed', 'nested'].map((name) => found[name]?.locator),
      [locate('parts'), locate('partitions'), null, null],
    );
  });

  test('goes into folders', async () => {
    const inside = await source.browse({ ...all, parent: 'nested/deep' }, context());
    assert.deepEqual(
      inside.candidates.map(({ locator }) => locator),
      [locate('nested/deep/c.tsv')],
    );
    const { candidates } = await source.browse({ ...all, parent: 'shortcut' }, context());
    assert.deepEqual(
      candidates.map(({ childrenOf }) => childrenOf),
      ['shortcut/deep'],
    );
  });

  test('pages and searches', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await source.browse({ ...all, limit: 2, after }, context());
      assert.ok(page.candidates.length <= 2);
      seen.push(...names(page.candidates));
      after = page.next;
    } while (after !== null);
    assert.deepEqual(seen, names((await source.browse(all, context())).candidates));
    const found = await source.browse({ ...all, search: 'ORDERS' }, context());
    assert.deepEqual(names(found.candidates), ['Orders.ndjson.gz']);
  });

  const outside = ['..', '../', 'nested/../..', elsewhere, '/', 'leaks', 'a\0b', '..\\x'];
  for (const parent of outside) {
    test(`does not go to ${JSON.stringify(parent.replace(elsewhere, '/elsewhere'))}`, async () => {
      await assert.rejects(source.browse({ ...all, parent }, context()), { code: 'data_access_refused' });
    });
  }

  test('says what is not there', async () => {
    for (const parent of ['absent', 'b.csv/x']) {
      await assert.rejects(source.browse({ ...all, parent }, context()), { code: 'dataset_not_found' });
    }
    await assert.rejects(source.browse({ ...all, parent: 'b.csv' }, context()), {
      code: 'dataset_unreadable',
    });
  });
});

describe('preparing', () => {
  const canary = 'canary-4f1d';
  const root = dataFolder({
    'orders.csv': `id,amount,day,note,code\n${Array.from(
      { length: 1000 },
      (_, i) =>
        `${i + 1},${i}.25,2026-03-${String((i % 28) + 1).padStart(2, '0')},${i % 2 ? canary : ''},00${i % 7}`,
    ).join('\n')}\n`,
    'nested.ndjson': [
      { id: 1, who: { name: canary, age: 30 }, lines: [{ sku: 'a', n: 1 }], tags: ['x'] },
      { id: 2, who: { name: null, age: 41 }, lines: [], tags: [] },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
    'parts/1.csv': 'id\n1\n',
    'parts/2.csv': 'id\n2\n',
    'ragged.csv': 'a,b\n1,2\n3\n',
  });
  const elsewhere = dataFolder({ 'secret.csv': 'id\n1\n' });
  symlinkSync(join(elsewhere, 'secret.csv'), join(root, 'leak.csv'));
  const source = open(root);
  const summary = ({ name, logicalType, profile }: PreparedField) => [name, logicalType, profile];

  test('finds the types, the rows and a profile without values of text', async () => {
    const watched = context();
    const prepared = await source.prepare(locate('orders.csv'), watched);
    assert.equal(prepared.rowCount, 1000);
    const distinct = (value: number) => ({ value, exact: true });
    assert.deepEqual(prepared.fields.map(summary), [
      ['id', 'long', { nullCount: 0, distinctCount: distinct(1000), min: '1e0', max: '1e3' }],
      ['amount', 'decimal(5,2)', { nullCount: 0, distinctCount: distinct(1000), min: '2.5e-1', max: '1e3' }],
      ['day', 'date', { nullCount: 0, distinctCount: distinct(28), min: '2026-03', max: '2026-03' }],
      ['note', 'string', { nullCount: 500, distinctCount: distinct(1), min: null, max: null }],
      ['code', 'string', { nullCount: 0, distinctCount: distinct(7), min: null, max: null }],
    ]);
    const [report] = watched.told.reports;
    assert.deepEqual(
      report?.fields.map(({ name }) => name),
      ['id', 'amount', 'day', 'note', 'code'],
    );
    assert.ok(report?.fields.every(({ profile }) => profile === null));
    assert.ok(!JSON.stringify([prepared, watched.told]).includes(canary));
  });

  test('profiles fields of structs, and shows what is inside collections', async () => {
    const { fields, rowCount } = await source.prepare(locate('nested.ndjson'), context());
    assert.equal(rowCount, 2);
    const [id, who, lines, tags] = fields;
    assert.equal(id?.profile?.distinctCount?.value, 2);
    assert.equal(who?.profile, null);
    assert.deepEqual(who?.children?.map(summary), [
      ['name', 'string', { nullCount: 1, distinctCount: { value: 1, exact: true }, min: null, max: null }],
      ['age', 'long', { nullCount: 0, distinctCount: { value: 2, exact: true }, min: '3e1', max: '4.1e1' }],
    ]);
    assert.deepEqual(lines?.children?.map(summary), [
      ['sku', 'string', null],
      ['n', 'long', null],
    ]);
    assert.deepEqual([tags?.logicalType, tags?.children, tags?.profile], ['list<string>', null, null]);
    assert.ok(!JSON.stringify(fields).includes(canary));
  });

  test('reads folders and patterns as one dataset', async () => {
    for (const path of ['parts', 'parts/*.csv', 'parts/{1,2}.csv']) {
      assert.equal((await source.prepare(locate(path), context())).rowCount, 2, path);
    }
  });

  test('heeds what is declared about reading', async () => {
    const reading = { ...detectedReading, header: false, delimiter: ';', quote: 'none' };
    const { rowCount } = await source.prepare({ kind: 'files', path: 'parts/1.csv', reading }, context());
    assert.equal(rowCount, 2);
  });

  const refused: readonly [string, string][] = [
    ['../secret.csv', 'data_access_refused'],
    [join(elsewhere, 'secret.csv'), 'data_access_refused'],
    ['leak.csv', 'data_access_refused'],
    ['*.csv', 'data_access_refused'],
    ['parts/../../*', 'data_access_refused'],
    ['file:///etc/passwd', 'dataset_not_found'],
    ['absent.csv', 'dataset_not_found'],
    ['absent-*.csv', 'dataset_not_found'],
    ['ragged.csv', 'dataset_unreadable'],
  ];
  for (const [path, code] of refused) {
    test(`refuses ${path.replace(elsewhere, '/elsewhere')}`, async () => {
      await assert.rejects(source.prepare(locate(path), context()), { code });
    });
  }

  test('a file that changes meanwhile is told as such', async () => {
    const file = join(root, 'growing.csv');
    writeFileSync(file, 'id\n1\n2\n');
    const watched = context();
    const report = async () => appendFileSync(file, '3\n');
    await assert.rejects(source.prepare(locate('growing.csv'), { ...watched, report }), {
      code: 'dataset_changed',
    });
    assert.equal((await source.prepare(locate('growing.csv'), watched)).rowCount, 3, 'a retry works');
  });

  test('stops when nobody wants the result', async () => {
    const stop = new AbortController();
    const watched = context(stop.signal);
    const report = async () => stop.abort();
    await assert.rejects(source.prepare(locate('orders.csv'), { ...watched, report }));
  });
});
