/**
 * The corpus of traps across systems: the source of each case in one, its target in another. Each is compared for real
 * twice: both sides staged, and by fingerprints that either system takes of its rows, as a Run does it. With TRAPS_ACROSS=all every case that two systems can hold runs on every pair; without, a case runs on one
 * pair only, so that the suite stays short.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { StagedColumn } from '../../../src/connectors/connector.ts';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import { locateFiles } from '../../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../../src/connectors/files/open-file-dataset.ts';
import { specifyStaged } from '../../../src/connectors/staging/specify-staged.ts';
import type { FieldNode } from '../../../src/domain/comparison/field-tree.ts';
import { textLiteral } from '../../../src/engine/dialects/duckdb/lexical.ts';
import type { Relation as EngineRelation } from '../../../src/engine/sql-session.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { corpus } from '../../dialects/traps/corpus.ts';
import { judgeCase } from '../../dialects/traps/judge.ts';
import { specifyCase } from '../../dialects/traps/specify-case.ts';
import type { TrapCase } from '../../dialects/traps/trap.ts';
import { mysqlTable, postgresqlTable, type TableStatements } from '../../support/database-relations.ts';
import { duckDbQuery } from '../../support/duckdb-relations.ts';
import { writeParquetByHand } from '../../support/parquet-file.ts';
import { recordStatements } from '../../support/recorded-session.ts';
import { type Relation, someType } from '../../support/relations.ts';
import { csvOf } from '../../support/text-files.ts';
import { type SettledSide, settleCheck } from './settle-check.ts';
import { type TestedDatabase, testedSystems } from './tested-database.ts';

const everywhere = process.env.TRAPS_ACROSS === 'all';
const systems = ['PostgreSQL', 'MySQL', 'Parquet', 'CSV'] as const;
type System = (typeof systems)[number];

/** Which pairs are tried, the ones with most to tell first. */
const pairs: readonly (readonly [System, System])[] = [
  ['PostgreSQL', 'MySQL'],
  ['MySQL', 'CSV'],
  ['PostgreSQL', 'Parquet'],
  ['Parquet', 'PostgreSQL'],
];

/** The traps of which no row is compared by fingerprints on its one pair, in order. */
const onlyStaged: readonly { readonly trap: number; readonly reason: string }[] = [
  { trap: 5, reason: 'Text is read as a number by the engine.' },
  { trap: 7, reason: 'MySQL tells no bits of a double.' },
  { trap: 10, reason: 'MySQL tells no bits of a double.' },
  { trap: 13, reason: 'It is about sums.' },
  { trap: 16, reason: 'MySQL tells no bits of a double.' },
  { trap: 20, reason: 'Text is read as something else by the engine.' },
  { trap: 22, reason: 'It is about the least and the greatest.' },
  { trap: 24, reason: 'A date becomes a timestamp in the engine.' },
  { trap: 40, reason: 'A choice is a binding, and values that are read by one are read by the engine.' },
  ...[56, 57, 58].map((trap) => ({ trap, reason: 'Containers have no text that is the same everywhere.' })),
  { trap: 59, reason: 'Items of a collection are only looked into by the engine.' },
  { trap: 60, reason: 'It is about sets.' },
];

const skip = testedSystems.map((system) => system.skip).find((reason) => reason !== false) ?? false;

describe('the traps across systems', { skip }, () => {
  let folder: string;
  let session: DuckDbSession;
  let writer: Awaited<ReturnType<DuckDBInstance['connect']>>;
  const databases = new Map<System, TestedDatabase>();
  let count = 0;
  /** How many checks of a trap were told by fingerprints. */
  const fingerprinted = new Map<number, number>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-across-'));
    writer = await (await DuckDBInstance.create(':memory:')).connect();
    session = await DuckDbSession.open({
      allowedDirectories: [folder],
      allowedPaths: [],
      memoryLimitBytes: 2 ** 30,
      spillDirectory: folder,
      maxSpillBytes: 2 ** 30,
      threads: 2,
    });
    for (const { name, open } of testedSystems) databases.set(name, await open());
    await databases.get('PostgreSQL')?.run('CREATE EXTENSION hstore');
    await databases.get('MySQL')?.run("SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES'");
  });

  after(async () => {
    for (const database of databases.values()) await database.drop();
    writer?.closeSync();
    await session?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [index, [source, target]] of pairs.entries()) {
    describe(`${source} against ${target}`, () => {
      for (const { number, title, cases } of corpus) {
        for (const trapCase of cases) {
          if (!isHeld(trapCase, source, target)) continue;
          const before = pairs.slice(0, index).some((pair) => isHeld(trapCase, ...pair));
          if (before && !everywhere) continue;
          test(`${number}. ${title}: ${trapCase.name}`, () => run(number, trapCase, source, target));
        }
      }
    });
  }

  test('fingerprints tell every trap but those that are declared', { skip: everywhere }, () => {
    const left = corpus.map(({ number }) => number).filter((number) => !fingerprinted.has(number));
    assert.deepEqual(
      left,
      onlyStaged.map(({ trap }) => trap),
    );
  });

  test('every trap runs on some pair', () => {
    const left = corpus.filter(({ cases }) =>
      cases.every((trapCase) => !pairs.some((pair) => isHeld(trapCase, ...pair))),
    );
    assert.deepEqual(
      left.map(({ number }) => number),
      [],
    );
  });

  async function run(number: number, trapCase: TrapCase, source: System, target: System): Promise<void> {
    const recorded = recordStatements(session);
    await using sourceSide = await open(source, trapCase.source, recorded);
    await using targetSide = await open(target, trapCase.target, recorded);
    const prepared = {
      source: { columns: sourceSide.columns, zone: trapCase.zones?.source ?? null },
      target: { columns: targetSide.columns, zone: trapCase.zones?.target ?? null },
    };
    const { specification, checks } = specifyCase(trapCase, prepared);
    const { status, tests } = await comparePair({
      specification: specifyStaged(specification, { source: sourceSide.staged, target: targetSide.staged }),
      relations: { source: sourceSide.relation, target: targetSide.relation },
      session: recorded,
      evidenceDirectory: await mkdtemp(join(folder, 'evidence-')),
    });
    const loneColumns = trapCase.loneColumns ?? { source: [], target: [] };
    judgeCase(trapCase, {
      status,
      checks: checks.map(({ check, resolutions, testId }) => ({
        check,
        resolutions,
        report: tests.find((report) => report.testId === testId) ?? null,
      })),
      loneColumns,
      statements: recorded.statements,
    });

    const systemsOf = { source: sourceSide.inPlace, target: targetSide.inPlace };
    for (const only of checks) {
      const test = specification.tests.find(({ id }) => id === only.testId);
      if (test === undefined) continue;
      const settled = await settleCheck({ ...specification, tests: [test] }, systemsOf, {
        session: recorded,
        folder,
        evidenceDirectory: await mkdtemp(join(folder, 'evidence-')),
      });
      if (settled === null) continue;
      judgeCase(trapCase, {
        status: settled.status,
        checks: [{ ...only, report: settled.tests[0] ?? null }],
        loneColumns,
        statements: recorded.statements,
      });
      fingerprinted.set(number, (fingerprinted.get(number) ?? 0) + 1);
    }
  }

  async function open(
    system: System,
    relation: Relation,
    recorded: ReturnType<typeof recordStatements>,
  ): Promise<OpenSide> {
    count += 1;
    const database = databases.get(system);
    if (database === undefined) return await openFile(system, relation, recorded);
    const table = { schema: database.schema, table: `t${count}` };
    for (const statement of statementsOf(system, table.table, relation)) await database.run(statement);
    const { fields } = await database.connector.describe(table);
    const { connector } = database;
    const dataset = await connector.stage(table, {
      fields,
      only: null,
      filter: null,
      session: recorded,
      stagingDirectory: folder,
    });
    return {
      columns: fields.map((field) => ({ ...field, column: field.name })),
      relation: dataset.relation,
      staged: dataset.columns,
      inPlace: { fields, inSnapshot: (work) => connector.inSnapshot(table, { fields }, work) },
      [Symbol.asyncDispose]: () => dataset[Symbol.asyncDispose](),
    };
  }

  async function openFile(
    system: System,
    relation: Relation,
    recorded: ReturnType<typeof recordStatements>,
  ): Promise<OpenSide> {
    const file = join(folder, `${count}.${system.toLowerCase()}`);
    if (system === 'CSV') await writeFile(file, csvOf(relation));
    else if (hasType(relation, 'int96')) await writeParquetByHand(file, relation);
    else await writer.run(`COPY (${duckDbQuery(relation)}) TO ${textLiteral(file)} (FORMAT parquet)`);
    const context = { session: recorded, stagingDirectory: folder };
    const dataset = await openFileDataset(await locateFiles(file, [folder]), {}, context);
    return {
      ...dataset,
      staged: null,
      inPlace: { relation: dataset.relation },
      async [Symbol.asyncDispose]() {},
    };
  }
});

interface OpenSide extends AsyncDisposable {
  readonly columns: readonly (FieldNode & { readonly column: string })[];
  readonly relation: EngineRelation;
  /** Null for a file, which is read where it is. */
  readonly staged: readonly StagedColumn[] | null;
  readonly inPlace: SettledSide;
}

function isHeld(trapCase: TrapCase, source: System, target: System): boolean {
  return holds(source, trapCase.source, trapCase) && holds(target, trapCase.target, trapCase);
}

function holds(system: System, relation: Relation, { alsoAs }: TrapCase): boolean {
  switch (system) {
    case 'PostgreSQL':
    case 'MySQL':
      return !('cannot' in tableOf(system, 't', relation));
    case 'CSV':
      return alsoAs?.includes('csv') ?? false;
    case 'Parquet': {
      const folded = new Set(relation.columns.map(({ name }) => name.toLowerCase()));
      // What the footer of a file says of its calendar is the file connector's to try.
      return (
        folded.size === relation.columns.length &&
        relation.metadata === undefined &&
        !hasType(relation, 'char')
      );
    }
  }
}

function hasType({ columns }: Relation, kind: 'int96' | 'char'): boolean {
  return columns.some(({ type }) => someType(type, (each) => each.kind === kind));
}

function tableOf(system: 'PostgreSQL' | 'MySQL', name: string, relation: Relation): TableStatements {
  return system === 'PostgreSQL' ? postgresqlTable(name, relation) : mysqlTable(name, relation);
}

function statementsOf(system: System, name: string, relation: Relation): readonly string[] {
  const statements = tableOf(system === 'MySQL' ? 'MySQL' : 'PostgreSQL', name, relation);
  if ('cannot' in statements) throw new TypeError(`${system} cannot hold this: ${statements.cannot}`);
  return statements;
}
