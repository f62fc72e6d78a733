import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Candidates } from '../../engine/compile/rows/candidates.ts';
import { rowScan } from '../../engine/compile/rows/row-scan.ts';
import { duckDbDialect } from '../../engine/dialects/duckdb/duckdb-dialect.ts';
import type { RowComparison } from '../../engine/plan/plan.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import { wholeProgress } from './progress.ts';
import { SetsOfRows } from './sets-of-rows.ts';

const column = { comparison: 0, column: 0 };
const everyRow = { scope: [], filter: null, filterFields: {}, maps: [] };
const whole: RowComparison = {
  scans: { source: { side: 'source', ...everyRow }, target: { side: 'target', ...everyRow } },
  keys: [],
  columns: [],
  tests: [],
  verification: 'hashed',
};
const relations = { source: { from: 'source' }, target: { from: 'target' } };
const candidates: BySide<Candidates> = {
  source: candidatesOf('source'),
  target: candidatesOf('target'),
};

function candidatesOf(side: 'source' | 'target'): Candidates {
  return { from: side, scan: rowScan(duckDbDialect, duckDbDialect.hashes, relations[side], whole, side) };
}

/** What rows tell of a set, on an engine that answers everything in this way. */
function setsOver(query: SqlSession['query']): SetsOfRows {
  const session: SqlSession = {
    dialect: 'duckdb',
    statementsAtOnce: 1,
    engine: { name: 'None', version: '' },
    query,
  };
  const context = {
    session,
    evidenceSession: session,
    relations,
    evidenceDirectory: null,
    signal: undefined,
  };
  return new SetsOfRows({ ...context, dialect: duckDbDialect, hashes: duckDbDialect.hashes }, [
    { comparedBy: column },
  ]);
}

const span = wholeProgress(undefined, 'rows');

test('what the engine counts of lone values is told', async () => {
  const sets = setsOver(async () => [{ lone_values: '3' }]);
  await sets.keep(0, candidates, span);
  assert.equal(sets.of({ comparedBy: column })?.count, 3);
  assert.equal(sets.of({ comparedBy: null }), undefined);
});

test('an engine that has no room for them leaves the rows alone: nothing is told', async () => {
  const sets = setsOver(() => Promise.reject(new AppError('engine_resources_exhausted', { detail: 'full' })));
  await sets.keep(0, candidates, span);
  assert.equal(sets.of({ comparedBy: column }), undefined);
});

test('whoever interrupts the comparison interrupts this, too', async () => {
  const sets = setsOver(() => Promise.reject(new AppError('comparison_cancelled', { detail: 'stopped' })));
  await assert.rejects(sets.keep(0, candidates, span), { code: 'comparison_cancelled' });
});
