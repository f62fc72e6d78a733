/**
 * Holds the engine to a naive oracle (`oracle/`) over generated tables of every type.
 *
 * PLUMBLINE_TEST_PROPERTY_RUNS sets how many small pairs are generated; every fortieth run is followed by one of some
 * thousand rows. Without it a few hundred run, for `npm test`; nightly takes 50000. A failure prints its seed and path
 * (give them to `replay` below) with the statements that ran.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { PairSpecification } from '../../../src/domain/comparison/pair-specification.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { duckDbQuery } from '../../support/duckdb-relations.ts';
import { recordStatements } from '../../support/recorded-session.ts';
import type { Relation } from '../../support/relations.ts';
import { type GeneratedItems, itemPairs, specifyItems } from './generated-items.ts';
import { type GeneratedPair, largePairs, smallPairs, widePairs } from './generated-pair.ts';
import { holdToOracle } from './hold-to-oracle.ts';
import { specifyPair } from './specify-pair.ts';

const runs = Number(process.env.PLUMBLINE_TEST_PROPERTY_RUNS ?? 200);
const largeRuns = Math.max(3, Math.floor(runs / 40));
/** The seed and path of a failure to look at again. */
const replay: fc.Parameters<[GeneratedPair]> = {};

let folder: string;
let session: DuckDbSession;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-properties-'));
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

test('small tables of every type: all counts agree with the oracle', async () => {
  await fc.assert(fc.asyncProperty(smallPairs, runPair), { numRuns: runs, ...replay });
});

test('tables of several buckets: all counts agree with the oracle', async () => {
  await fc.assert(fc.asyncProperty(largePairs, runPair), { numRuns: largeRuns, endOnFailure: true });
});

test('tables wider than one statement: all counts agree with the oracle', async () => {
  const check = (pair: GeneratedPair) => {
    const { tests, ...rest } = specifyPair(pair);
    return hold(pair.relations, { ...rest, tests: tests.filter(({ keys }) => keys.length > 0) });
  };
  await fc.assert(fc.asyncProperty(widePairs, check), { numRuns: largeRuns, endOnFailure: true });
});

test('items of collections inside collections: all counts agree with the oracle', async () => {
  const check = (items: GeneratedItems) => hold(items.relations, specifyItems(items));
  await fc.assert(fc.asyncProperty(itemPairs, check), { numRuns: Math.ceil(runs / 4) });
});

function runPair(pair: GeneratedPair): Promise<void> {
  return hold(pair.relations, specifyPair(pair));
}

async function hold(relations: BySide<Relation>, specification: PairSpecification): Promise<void> {
  const recorded = recordStatements(session);
  try {
    for (const side of ['source', 'target'] as const) {
      await session.query({ sql: `CREATE OR REPLACE TEMP TABLE ${side} AS ${duckDbQuery(relations[side])}` });
    }
    const report = await comparePair({
      specification,
      relations: { source: { from: 'source' }, target: { from: 'target' } },
      session: recorded,
      evidenceDirectory: folder,
    });
    holdToOracle(specification, relations, report);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    error.message = `${error.message}\n\nStatements:\n${recorded.statements.join(';\n')}`;
    throw error;
  }
}
