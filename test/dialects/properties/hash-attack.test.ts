/**
 * The hashes of a comparison only ever let it skip rows. A weak hash is put in their place to show that the gate can
 * fail, that `verification: exact` does not depend on it, and that the real hashes withstand what fools weak ones.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import type { TestReport } from '../../../src/domain/comparison/pair-report.ts';
import {
  exactOptions,
  type PairSpecification,
  testSpecification,
} from '../../../src/domain/comparison/pair-specification.ts';
import { namedParts, partNames } from '../../../src/engine/compile/row-parts.ts';
import { rowScan } from '../../../src/engine/compile/rows/row-scan.ts';
import type { RowHashes } from '../../../src/engine/dialects/dialect.ts';
import { duckDbDialect } from '../../../src/engine/dialects/duckdb/duckdb-dialect.ts';
import { planPair } from '../../../src/engine/plan/plan-pair.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { duckDbQuery, duckDbType } from '../../support/duckdb-relations.ts';
import {
  decimal,
  int64,
  list,
  type Relation,
  type StoredType,
  table,
  text,
  uuid,
  type Value,
  valuesOf,
} from '../../support/relations.ts';
import { resolvePairing } from './resolve-pairing.ts';
import { scaled } from './values.ts';

let folder: string;
let session: DuckDbSession;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-hashes-'));
  session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 30,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 30,
    threads: 2,
  });
});

after(async () => {
  await session.close();
  await rm(folder, { recursive: true, force: true });
});

/** All rows look the same. */
const constant: RowHashes = { first: () => '0::UBIGINT', second: () => '0::UBIGINT' };

/** Two bits of a good hash, twice the same: one pair of different rows in four looks the same. */
const twoBits: RowHashes = {
  first: (inputs) => `hash(${inputs.join(', ')}) & 3`,
  second: (inputs) => `hash(${inputs.join(', ')}) & 3`,
};

const columns = { k: int64, a: text, b: text };
const rows = (count: number, cells: (index: number) => readonly Value[]): Relation =>
  table(columns, ...Array.from({ length: count }, (_, index) => [String(index), ...cells(index)]));

describe('a weak hash', () => {
  const source = rows(64, (index) => [`a${index}`, 'b']);
  const target = rows(64, (index) => [index === 7 ? 'other' : `a${index}`, 'b']);

  test('hides a difference from a comparison that trusts it, so the gate can fail', async () => {
    const report = await compareRows(source, target, { hashes: constant, verification: 'hashed' });
    assert.equal(report.status, 'pass');
    assert.equal(report.mismatchedRows, 0);
  });

  test('hides nothing where the counts of rows differ', async () => {
    const shorter = { ...source, rows: source.rows.slice(1) };
    const report = await compareRows(source, shorter, { hashes: constant, verification: 'hashed' });
    assert.equal(report.status, 'fail');
    assert.equal(report.missingInTarget, 1);
  });

  for (const [name, hashes] of Object.entries({ constant, twoBits })) {
    test(`(${name}) hides nothing from verification: exact`, async () => {
      const report = await compareRows(source, target, { hashes, verification: 'exact' });
      assert.equal(report.status, 'fail');
      assert.equal(report.mismatchedRows, 1);
      const whole = await compareRows(source, target, { hashes, verification: 'exact', keyed: false });
      assert.deepEqual([whole.missingInSource, whole.missingInTarget], [1, 1]);
    });
  }

  test('never makes equal rows differ', async () => {
    for (const hashes of [constant, twoBits]) {
      for (const verification of ['hashed', 'exact'] as const) {
        const report = await compareRows(source, source, { hashes, verification });
        assert.deepEqual([report.status, report.matchedRows, report.mismatchedRows], ['pass', 64, 0]);
      }
    }
  });

  test('of two bits is caught as soon as one bucket adds up to something else', async () => {
    const changed = rows(64, (index) => [`changed ${index}`, 'b']);
    const report = await compareRows(source, changed, { hashes: twoBits, verification: 'hashed' });
    assert.equal(report.status, 'fail');
    assert.ok((report.mismatchedRows ?? 0) > 0);
  });
});

describe('the hashes of the engine withstand', () => {
  const attacks: Readonly<Record<string, { source: Relation; target: Relation; mismatched: number }>> = {
    'values swapped between two rows': {
      source: rows(32, (index) => [`a${index}`, 'b']),
      target: rows(32, (index) => [`a${index < 2 ? 1 - index : index}`, 'b']),
      mismatched: 2,
    },
    'values moved round all rows': {
      source: rows(64, (index) => [`a${index}`, `b${index}`]),
      target: rows(64, (index) => [`a${(index + 1) % 64}`, `b${index}`]),
      mismatched: 64,
    },
    'values swapped between two columns': {
      source: rows(32, (index) => [`x${index}`, `y${index}`]),
      target: rows(32, (index) => [`y${index}`, `x${index}`]),
      mismatched: 32,
    },
    'a boundary between columns moved': {
      source: rows(8, () => ['ab', 'c']),
      target: rows(8, () => ['a', 'bc']),
      mismatched: 8,
    },
    'NULL moved between columns': {
      source: rows(8, () => [null, 'x']),
      target: rows(8, () => ['x', null]),
      mismatched: 8,
    },
    'NULL in place of the empty text': {
      source: rows(8, () => [null, '']),
      target: rows(8, () => ['', null]),
      mismatched: 8,
    },
    'two rows that differ by the same amount in opposite directions': {
      source: rows(2, (index) => [index === 0 ? '10' : '20', 'b']),
      target: rows(2, (index) => [index === 0 ? '11' : '19', 'b']),
      mismatched: 2,
    },
    'the same change made to an even number of rows': {
      source: rows(64, () => ['same', 'b']),
      target: rows(64, () => ['other', 'b']),
      mismatched: 64,
    },
  };

  for (const [name, { source, target, mismatched }] of Object.entries(attacks)) {
    for (const verification of ['hashed', 'exact'] as const) {
      test(`${name} (${verification})`, async () => {
        const report = await compareRows(source, target, { verification });
        assert.deepEqual([report.status, report.mismatchedRows], ['fail', mismatched]);
        const whole = await compareRows(source, target, { verification, keyed: false });
        assert.equal(whole.status, 'fail');
      });
    }
  }

  test('every row twice against none, and against other rows twice', async () => {
    const twice = (letter: string): Relation => {
      const once = rows(16, () => [letter, 'b']);
      return { ...once, rows: [...once.rows, ...once.rows] };
    };
    const none: Relation = { ...twice('a'), rows: [] };
    for (const keyed of [true, false]) {
      const missing = await compareRows(twice('a'), none, { keyed });
      assert.deepEqual([missing.status, missing.missingInTarget], ['fail', 32]);
    }
    const other = await compareRows(twice('a'), twice('c'), { keyed: true });
    assert.deepEqual([other.status, other.mismatchedRows], ['fail', 32]);
    const whole = await compareRows(twice('a'), twice('c'), { keyed: false });
    assert.deepEqual([whole.missingInSource, whole.missingInTarget], [32, 32]);
  });
});

describe('values that the hash of a single value confuses are told apart', () => {
  // The hash of 128 bits is the XOR of both halves' hashes: swapped halves look the same, and so do 0 and -1.
  // The hash of a text adds up words of 8 bytes whose last bytes hardly spread: a change in two of them can cancel out.
  // The hash of NULL is a constant, which one number has as well.
  const confused: Readonly<
    Record<string, { type: StoredType; pairs: readonly (readonly [Value, Value])[] }>
  > = {
    'wide decimals': {
      type: decimal(38, 2),
      pairs: [
        ['0.00', '-0.01'],
        [scaledHalves(5n, 7n), scaledHalves(7n, 5n)],
        [scaledHalves(3n, 3n), '0.00'],
      ],
    },
    UUIDs: {
      type: uuid,
      pairs: [
        ['80000000-0000-0005-0000-000000000007', '80000000-0000-0007-0000-000000000005'],
        ['80000000-0000-0001-0000-000000000001', '80000000-0000-0002-0000-000000000002'],
      ],
    },
    texts: {
      type: text,
      pairs: [
        ['[1000011,1000012]', '[1000018,1000019]'],
        ['[1000261,1000262]', '[1000268,1000269]'],
      ],
    },
    'lists of numbers': {
      type: list(int64),
      pairs: [
        [
          ['1000011', '1000012'],
          ['1000018', '1000019'],
        ],
      ],
    },
    'a number and NULL': { type: int64, pairs: [['-2930909409056394622', null]] },
  };

  for (const [name, { type, pairs }] of Object.entries(confused)) {
    for (const keyed of [true, false]) {
      test(`${name}, ${keyed ? 'by key' : 'as whole rows'}`, async () => {
        const source = valuesOf(type, ...pairs.map(([a]) => a));
        const target = valuesOf(type, ...pairs.map(([, b]) => b));
        const report = await compareRows(source, target, { keyed });
        assert.deepEqual(
          [report.status, report.mismatchedRows, report.missingInSource],
          ['fail', keyed ? pairs.length : 0, keyed ? 0 : pairs.length],
        );
      });
    }
  }

  test('texts that differ in one byte of each word that is hashed, whichever byte that is', async () => {
    const side = (turn: number) =>
      valuesOf(
        text,
        ...Array.from({ length: 16_000 }, (_, index) => wordsWithOneByte(index % 8, index, turn)),
      );
    const { hashedAlike, valuesAlike } = await hashRows(side(1), side(2));
    assert.equal(hashedAlike, 0);
    // The attack is one: the hash of the texts alone takes some of them for the same.
    assert.ok(valuesAlike > 0);
  });

  test('changes in several columns of a row at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    // Bit by bit, the number of a row says which of its columns change.
    const side = (turn: number): Relation => ({
      columns: ['id', ...names].map((name) => ({ name, type: int64 })),
      rows: Array.from({ length: 8_000 }, (_, row) => [
        String(row),
        ...names.map((_, column) => String((row % 3) + turn * ((row >> column) & 1))),
      ]),
    });
    const unchanged = Math.ceil(8_000 / 2 ** names.length);
    assert.equal((await hashRows(side(0), side(1))).hashedAlike, unchanged);
  });
});

/** How many rows with the same id have both hashes in common, and how many the engine's hash of their last values. */
async function hashRows(source: Relation, target: Relation) {
  await load(source, target);
  const [comparison] = planPair(specify(source, { verification: 'hashed', keyed: true })).comparisons;
  assert.ok(comparison);
  const { hashes } = duckDbDialect;
  const hashed = (side: 'source' | 'target') => {
    const { hashed: scan } = rowScan(duckDbDialect, hashes, { from: side }, comparison, side);
    const rows = `SELECT *, ${namedParts(duckDbDialect, scan.parts).join(', ')} FROM (${scan.sql})`;
    const both = partNames(duckDbDialect);
    return `(SELECT v0 AS id, hash(v${source.columns.length - 1}) AS value_hash, ${hashes.first(both)} AS f, ${hashes.second(both)} AS s FROM (${rows}))`;
  };
  const sql = [
    'SELECT count(*) FILTER (a.f = b.f AND a.s = b.s) AS hashed_alike, count(*) FILTER (a.value_hash = b.value_hash) AS values_alike',
    `FROM ${hashed('source')} AS a JOIN ${hashed('target')} AS b USING (id)`,
  ].join(' ');
  const [row] = await session.query({ sql });
  return { hashedAlike: Number(row?.hashed_alike), valuesAlike: Number(row?.values_alike) };
}

/** Four words of 8 bytes that differ from those of another turn in the byte of this place alone. */
function wordsWithOneByte(place: number, index: number, turn: number): string {
  return [3, 5, 7, 11]
    .map((step) => {
      const letter = String.fromCharCode(33 + ((index * 31 + turn * step * 7) % 90));
      return `${'abcdefg'.slice(0, place)}${letter}${'abcdefg'.slice(place)}`;
    })
    .join('');
}

/** A decimal of two fractional digits whose unscaled number has these upper and lower 64 bits. */
function scaledHalves(upper: bigint, lower: bigint): string {
  return scaled(upper * 2n ** 64n + lower, 2);
}

interface Options {
  readonly hashes?: RowHashes;
  readonly verification?: 'hashed' | 'exact';
  readonly keyed?: boolean;
}

/** One OUTER_VALUE over all columns but the first, which is the key, or over whole rows. */
async function compareRows(source: Relation, target: Relation, options: Options): Promise<TestReport> {
  await load(source, target);
  const { tests, comparisons } = await comparePair({
    specification: specify(source, options),
    relations: { source: { from: 'source' }, target: { from: 'target' } },
    session,
    evidenceDirectory: null,
    hashes: options.hashes,
  });
  const [report] = tests;
  assert.ok(report);
  assert.equal(report.error, null);
  // Otherwise the hashes would not have been asked at all.
  const usesHashes = comparisons[0]?.method !== 'join';
  assert.equal(usesHashes, options.verification !== 'exact');
  return report;
}

async function load(source: Relation, target: Relation): Promise<void> {
  await session.query({ sql: `CREATE OR REPLACE TEMP TABLE source AS ${duckDbQuery(source)}` });
  await session.query({ sql: `CREATE OR REPLACE TEMP TABLE target AS ${duckDbQuery(target)}` });
}

function specify(
  { columns: all }: Relation,
  { verification = 'hashed', keyed = true }: Options,
): PairSpecification {
  const [key = '', ...values] = all.map(({ name }) => name);
  const test = testSpecification({
    id: 'rows',
    functionCode: 'OUTER_VALUE',
    fields: keyed ? values : [key, ...values],
    keys: keyed ? [key] : [],
    duplicateKeys: 'allow',
    verification,
  });
  return {
    datasets: {
      source: { name: 'source', filterFields: {}, maps: [] },
      target: { name: 'target', filterFields: {}, maps: [] },
    },
    fields: all.map(({ name, type }) => fieldOf(name, type)),
    tests: [test],
  };
}

function fieldOf(id: string, type: StoredType): PairSpecification['fields'][number] {
  const zones = { source: null, target: null };
  const pairing = { name: id, source: type, target: type, selection: null, zones };
  const { comparisonType, source } = resolvePairing(pairing, 'valueField', 'VALUE');
  assert.ok(comparisonType);
  const side = {
    path: fieldPath(id),
    logicalType: source.logicalType,
    nativeType: duckDbType(type),
    binding: source.binding,
  };
  return { id, source: side, target: side, comparisonType, options: exactOptions };
}
