import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowseEntry, Connector, DescribedField } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import type { TaskReport } from '../../domain/execution/protocol.ts';
import { databaseSource } from './database-source.ts';

const entry = (name: string, kind: BrowseEntry['kind'], more: Partial<BrowseEntry> = {}): BrowseEntry => ({
  name,
  kind,
  readable: true,
  rowEstimate: null,
  ...more,
});

const field = (name: string, kind: 'long' | 'string'): DescribedField => ({
  name,
  logicalType: { kind },
  nativeType: kind,
  nullable: true,
  declared: true,
});

const out = () => assert.fail('it is no part of looking for data and preparing it');

/** What a connector answers, in the shape of the interface; the connectors themselves are tried on real servers. */
const connector: Connector<TableName> = {
  testConnection: async () => ({
    product: 'PostgreSQL',
    version: '17.2',
    user: 'reader',
    encrypted: true,
    remarks: ['The user may write, too.'],
  }),
  browse: async ({ path }) =>
    path.length === 0
      ? { entries: [entry('public', 'schema')], next: 'public' }
      : {
          entries: [
            entry('orders', 'partitionedTable', { rowEstimate: 1_234_567 }),
            entry('secrets', 'table', { readable: false }),
            entry('totals', 'materializedView'),
          ],
          next: null,
        },
  describe: async () => ({
    kind: 'table',
    fields: [field('id', 'long'), field('note', 'string')],
    rowEstimate: 10,
    notes: [{ code: 'type_as_text', field: 'note', detail: 'note is compared as text.' }],
  }),
  profile: async () => ({
    rows: 12,
    fields: [
      { name: 'id', nulls: 0, distinct: { count: 12, exact: true }, min: '101', max: '1234' },
      { name: 'note', nulls: 3, distinct: null, min: 'canary', max: 'canary' },
    ],
  }),
  measure: out,
  stage: out,
  inSnapshot: out,
};

const source = databaseSource(connector);
const reports: TaskReport[] = [];
const context = {
  signal: new AbortController().signal,
  progress: () => {},
  report: async (report: TaskReport) => void reports.push(report),
  ifVoid: () => {},
};
const all = { search: null, limit: 10, after: null };

test('a test of the connection says whom it found', async () => {
  assert.deepEqual(await source.test(context), {
    message: 'Connected to PostgreSQL 17.2 as reader, encrypted. The user may write, too.',
    serverVersion: '17.2',
  });
});

test('schemas are looked into, tables and views are what datasets are made of', async () => {
  const top = await source.browse({ ...all, parent: null }, context);
  assert.deepEqual(top, {
    candidates: [{ name: 'public', kind: 'schema', locator: null, childrenOf: 'public', description: null }],
    next: 'public',
  });
  const { candidates } = await source.browse({ ...all, parent: 'public' }, context);
  const locator = (table: string) => ({ kind: 'table', schema: 'public', table });
  assert.deepEqual(
    candidates.map((candidate) => [candidate.kind, candidate.locator, candidate.description]),
    [
      ['table', locator('orders'), 'About 1,234,567 rows'],
      ['table', null, 'The user of the source may not read it'],
      ['view', locator('totals'), null],
    ],
  );
  assert.ok(candidates.every(({ childrenOf }) => childrenOf === null));
});

test('a preparation tells the schema early, and no value of a row', async () => {
  const prepared = await source.prepare({ kind: 'table', schema: 'public', table: 'orders' }, context);
  assert.equal(prepared.rowCount, 12);
  assert.deepEqual(
    prepared.fields.map(({ name, profile }) => [name, profile]),
    [
      ['id', { nullCount: 0, distinctCount: { value: 12, exact: true }, min: '1e2', max: '1.3e3' }],
      ['note', { nullCount: 3, distinctCount: null, min: null, max: null }],
    ],
  );
  assert.deepEqual(prepared.notes, [{ code: 'type_as_text', detail: 'note is compared as text.' }]);
  assert.deepEqual(
    reports[0]?.fields.map(({ name }) => name),
    ['id', 'note'],
  );
  assert.ok(!JSON.stringify([prepared, reports]).includes('canary'));
});
