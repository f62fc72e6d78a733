import { dirname } from 'node:path';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import { locateFiles } from '../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../src/connectors/files/open-file-dataset.ts';
import { type FunctionCode, functionCodes } from '../../src/domain/comparison/binding.ts';
import { fieldPath } from '../../src/domain/comparison/field-path.ts';
import type { PairReport } from '../../src/domain/comparison/pair-report.ts';
import {
  type ComparedField,
  exactOptions,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../src/domain/comparison/pair-specification.ts';
import { resolveComparison } from '../../src/domain/comparison/resolve-comparison.ts';
import type { SqlSession } from '../../src/engine/sql-session.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import type { Pair } from './datasets.ts';
import { fullOuterJoin, fusedAggregates, scanBoth } from './rivals.ts';

/** The same for everyone who takes part. */
export interface Limits {
  readonly memoryBytes: number;
  readonly threads: number;
  /** A folder of one's own. */
  readonly folder: string;
}

type Contender = (pair: Pair, limits: Limits) => Promise<unknown>;

export const contenders = {
  compareRows: (pair, limits) => compareFiles(pair, limits, rowTests),
  compareAllFunctions: (pair, limits) => compareFiles(pair, limits, allTests),
  /** As if each test were a comparison of its own. */
  compareTestByTest: async (pair, limits) => {
    for (let index = 0; ; index += 1) {
      const ran = await compareFiles(pair, limits, (fields) => allTests(fields).slice(index, index + 1));
      if (ran.length === 0) return;
    }
  },
  fullOuterJoin,
  scanBoth,
  fusedAggregates,
} as const satisfies Record<string, Contender>;

export type ContenderName = keyof typeof contenders;

/** One OUTER_VALUE test for each column, by the first one. */
function rowTests(fields: readonly ComparedField[]): readonly TestSpecification[] {
  return fields
    .filter(({ id }) => id !== 'id VALUE')
    .filter(({ id }) => id.endsWith(' VALUE'))
    .map(({ id }) =>
      testSpecification({
        id,
        functionCode: 'OUTER_VALUE',
        fields: [id],
        keys: ['id VALUE'],
        evidenceRows: 0,
      }),
    );
}

/** Every function that applies to each column. */
function allTests(fields: readonly ComparedField[]): readonly TestSpecification[] {
  return fields.map(({ id }) => {
    const functionCode = functionCodes.find((code) => id.endsWith(` ${code}`)) ?? 'VALUE';
    const keys = functionCode === 'VALUE' || functionCode === 'OUTER_VALUE' ? ['id VALUE'] : [];
    return testSpecification({ id, functionCode, fields: [id], keys, evidenceRows: 0 });
  });
}

async function compareFiles(
  pair: Pair,
  { memoryBytes, threads, folder }: Limits,
  testsOf: TestsOf,
): Promise<PairReport['tests']> {
  await using session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [pair.source, pair.target],
    memoryLimitBytes: memoryBytes,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 36,
    threads,
  });
  // The session closes when this function is left.
  return await comparePairOfFiles(pair, session, folder, testsOf);
}

export type TestsOf = (fields: readonly ComparedField[]) => readonly TestSpecification[];

/** Compares two files by tests on fields that are called `column FUNCTION`. */
export async function comparePairOfFiles(
  pair: Pair,
  session: SqlSession,
  folder: string,
  testsOf: TestsOf,
): Promise<PairReport['tests']> {
  const open = async (file: string) =>
    openFileDataset(await locateFiles(file, [dirname(file)]), {}, { session, stagingDirectory: folder });
  const source = await open(pair.source);
  const target = await open(pair.target);
  const fields = source.columns.flatMap((column, index) => {
    const peer = target.columns[index];
    if (peer === undefined) throw new TypeError('Both files have the same columns.');
    return functionCodes.flatMap((functionCode) => comparedField(column, peer, functionCode));
  });
  const specification: PairSpecification = {
    datasets: { source: { name: 'source', filterFields: {} }, target: { name: 'target', filterFields: {} } },
    fields,
    tests: testsOf(fields),
  };
  const report = await comparePair({
    specification,
    relations: { source: source.relation, target: target.relation },
    session,
    evidenceDirectory: null,
  });
  const failed = report.tests.find(({ error }) => error !== null);
  if (failed !== undefined) throw new Error(`${failed.testId}: ${failed.error?.detail}`);
  return report.tests;
}

type Column = Awaited<ReturnType<typeof openFileDataset>>['columns'][number];

function comparedField(source: Column, target: Column, functionCode: FunctionCode): readonly ComparedField[] {
  const side = ({ name, logicalType, nativeType, nullable }: Column) => ({
    field: fieldPath(name),
    scope: null,
    logicalType,
    nativeType,
    nullable,
    declaredZone: null,
  });
  const resolution = resolveComparison({
    surface: 'valueField',
    functionCode,
    selection: null,
    storedBinding: null,
    source: side(source),
    target: side(target),
  });
  if (resolution.comparisonType === null) return [];
  const bound = ({ column, logicalType, nativeType }: Column, own: 'source' | 'target') => ({
    path: fieldPath(column),
    logicalType,
    nativeType,
    binding: resolution[own].binding,
  });
  return [
    {
      id: `${source.name} ${functionCode}`,
      source: bound(source, 'source'),
      target: bound(target, 'target'),
      comparisonType: resolution.comparisonType,
      options: exactOptions,
    },
  ];
}
