/**
 * Tables with planted differences: whatever their size, form and place, the verdict counts what was planted. Thousands of
 * rows by themselves; TEST_VOLUME_ROWS=5000000 takes more, TEST_VOLUME_TABLES other schemas, TEST_VOLUME_SEED other values.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tellFigure } from '../../scripts/examine.ts';
import type { ComparisonSummary } from '../../src/executor/one-shot/comparison-summary.ts';
import { FileFixtures } from '../execution/compare/file-fixtures.ts';
import { type TestedDatabase, testedSystems } from '../execution/connectors/tested-database.ts';
import { compareLocations } from '../support/compare-locations.ts';
import {
  type ColumnKind,
  columnKinds,
  keyColumn,
  type PlantedTables,
  plantTables,
} from './planted-tables.ts';
import { fillTable, writeCsv, writeJson, writeParquet } from './write-tables.ts';

const rows = Number(process.env.TEST_VOLUME_ROWS ?? 4_000);
const tables = Number(process.env.TEST_VOLUME_TABLES ?? 2);
const firstSeed = Number(process.env.TEST_VOLUME_SEED ?? 1);

const fixtures = await FileFixtures.create();
fixtures.write({ 'temp/keep': '' });
/** Grows with the tables: what is examined is what is counted, not how little memory that takes. */
const memoryLimitBytes = Math.max(512 * 1024 ** 2, rows * 1024);

/** Where a table lies: puts one side of the planted tables there, and resolves to what a person would write. */
interface Place {
  readonly name: string;
  readonly skip: string | false;
  /** MySQL has no booleans, only small numbers. */
  readonly kinds: readonly ColumnKind[];
  put(name: string, planted: PlantedTables, side: 'source' | 'target'): Promise<string>;
}

function filePlace(name: string, ending: string, write: typeof writeParquet | typeof writeCsv): Place {
  return {
    name,
    skip: false,
    kinds: columnKinds,
    async put(table, planted, side) {
      const file = fixtures.path(`${table}-${side}${ending}`);
      await write(file, { columns: planted.columns, rows: planted.rows(side) }, fixtures.session);
      return file;
    },
  };
}

const csv = filePlace('CSV', '.csv', writeCsv);
const json = filePlace('JSON', '.ndjson', writeJson);
const parquet = filePlace('Parquet', '.parquet', writeParquet);

const opened = new Map<string, Promise<TestedDatabase>>();
const [postgresql, mysql] = testedSystems.map((system): Place => {
  return {
    name: system.name,
    skip: system.skip,
    kinds: system.name === 'MySQL' ? columnKinds.filter((kind) => kind !== 'boolean') : columnKinds,
    async put(table, planted, side) {
      const opening = opened.get(system.name) ?? system.open();
      opened.set(system.name, opening);
      const database = await opening;
      const name = `${table}_${side}`;
      await fillTable(database, system, name, { columns: planted.columns, rows: planted.rows(side) });
      return `${database.url}?tls=disable&table=${name}`;
    },
  };
});
assert.ok(postgresql && mysql);

const pairs: readonly (readonly [Place, Place])[] = [
  [csv, csv],
  [json, json],
  [parquet, parquet],
  [csv, parquet],
  [postgresql, postgresql],
  [mysql, mysql],
  [csv, postgresql],
  [postgresql, mysql],
  [mysql, parquet],
];

for (const [index, [source, target]] of pairs.entries()) {
  const skip = source.skip || target.skip;
  describe(`${source.name} against ${target.name}`, { skip }, () => {
    for (let seed = firstSeed; seed < firstSeed + tables; seed += 1)
      comparedEveryWay(source, target, index, seed);
  });
}

test.after(async () => {
  for (const opening of opened.values()) await (await opening).drop();
});

function comparedEveryWay(source: Place, target: Place, pair: number, seed: number): void {
  const kinds = columnKinds.filter((kind) => source.kinds.includes(kind) && target.kinds.includes(kind));
  test(`${rows} rows of the schema ${seed}: every count is what was planted`, async (t) => {
    const planted = plantTables({ seed: seed * 1000 + pair, rows, kinds });
    const table = `t${pair}_${seed}`;
    const locations = {
      source: await source.put(table, planted, 'source'),
      target: await target.put(table, planted, 'target'),
    };
    for (const verification of ['hashed', 'exact'] as const) {
      for (const keys of [[keyColumn], []]) {
        const under = { temporaryDirectory: fixtures.path('temp'), memoryLimitBytes };
        const summary = await compareLocations(locations, under, { keys, verification });
        holdToPlanted(summary, planted, keys.length > 0);
      }
    }
    const { mismatchedRows, missingInSource, missingInTarget, duplicateKeys } = planted.byKey;
    const twice = duplicateKeys.source + duplicateKeys.target;
    tellFigure(t, {
      name: `${source.name} against ${target.name}`,
      value: `${rows.toLocaleString('en')} rows of ${planted.columns.length} columns a side: ${mismatchedRows} changed, ${missingInTarget} and ${missingInSource} more on one side, ${twice} keys twice`,
    });
  });
}

function holdToPlanted(summary: ComparisonSummary, planted: PlantedTables, byKey: boolean): void {
  const schema = planted.columns.map(({ kind }) => kind).join(', ');
  assert.deepEqual(
    summary.columns.filter(({ status }) => status !== 'equal' && status !== 'different'),
    [],
    schema,
  );
  assert.deepEqual([summary.different, summary.complete], [true, true], schema);
  assert.deepEqual(summary.comparison, byKey ? planted.byKey : planted.asMultiset, schema);
  if (!byKey) return;
  const differing = summary.columns.filter(({ mismatches }) => mismatches > 0);
  assert.deepEqual(
    Object.fromEntries(differing.map(({ source, mismatches }) => [source, mismatches]).sort()),
    Object.fromEntries(Object.entries(planted.mismatches).sort()),
    schema,
  );
}
