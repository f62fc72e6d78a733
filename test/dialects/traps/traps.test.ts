import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DialectName } from '../../../src/engine/dialects/dialect.ts';
import { corpus, trapCount } from './corpus.ts';
import { runTraps } from './run-traps.ts';

test('the corpus holds every trap of the catalogue, in its order', () => {
  assert.deepEqual(
    corpus.map(({ number }) => number),
    Array.from({ length: trapCount }, (_, index) => index + 1),
  );
  for (const { number, cases } of corpus) {
    assert.ok(cases.length > 0, `trap ${number} has no case`);
    assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length, `trap ${number} repeats a name`);
    for (const { name, checks } of cases) assert.ok(checks.length > 0, `trap ${number}, ${name}: no check`);
  }
});

/** Engines that come with npm; the others face the same corpus in the suites that start them. */
const embedded: readonly DialectName[] = ['duckdb'];
for (const engineName of embedded) runTraps(engineName);
