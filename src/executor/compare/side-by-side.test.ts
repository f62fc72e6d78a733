import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { duckDbDialect } from '../../engine/dialects/duckdb/duckdb-dialect.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { ComparisonContext } from './comparison-context.ts';
import { sideBySide } from './side-by-side.ts';

function contextOf(statementsAtOnce: number, signal?: AbortSignal): ComparisonContext {
  const session: SqlSession = {
    dialect: 'duckdb',
    statementsAtOnce,
    engine: { name: 'None', version: '' },
    query: async () => [],
  };
  return {
    dialect: duckDbDialect,
    hashes: duckDbDialect.hashes,
    session,
    evidenceSession: session,
    relations: { source: { from: 'source' }, target: { from: 'target' } },
    evidenceDirectory: null,
    signal,
  };
}

/** Does nothing until it is interrupted. */
function untilInterrupted({ signal }: ComparisonContext): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('interrupted')));
  });
}

for (const [atOnce, most] of [
  [1, 1],
  [2, 2],
  [9, 4],
] as const) {
  test(`four pieces for an engine that takes ${atOnce} at once`, async () => {
    let running = 0;
    let furthest = 0;
    const begun: number[] = [];
    const piece = (number: number) => async () => {
      begun.push(number);
      running += 1;
      furthest = Math.max(furthest, running);
      await turn();
      running -= 1;
      return number;
    };
    const results = await sideBySide(contextOf(atOnce), [piece(0), piece(1), piece(2), piece(3)]);
    assert.deepEqual(results, [0, 1, 2, 3]);
    assert.deepEqual(begun, [0, 1, 2, 3]);
    assert.equal(furthest, most);
  });
}

test('a failure interrupts the others, and is told when they have ended', async () => {
  const broken = new Error('broken');
  let hasEnded = false;
  let hasBegun = false;
  const work = sideBySide(contextOf(2), [
    (own) =>
      untilInterrupted(own).finally(async () => {
        await turn();
        hasEnded = true;
      }),
    async () => Promise.reject(broken),
    async () => {
      hasBegun = true;
    },
  ]);
  await assert.rejects(work, broken);
  assert.ok(hasEnded);
  assert.ok(!hasBegun);
});

test('whoever interrupts the comparison interrupts every piece of it', async () => {
  const controller = new AbortController();
  const work = sideBySide(contextOf(3, controller.signal), [untilInterrupted, untilInterrupted]);
  controller.abort();
  await assert.rejects(work, /^Error: interrupted$/);
});
