import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPostgres } from '../support/postgres.ts';
import { Answers } from './drive.ts';
import { runLoad } from './run-load.ts';

/** Of the long form's thirty minutes; nothing here is asserted of how fast it was. */
const steadySeconds = Number(process.env.TEST_LOAD_SECONDS ?? 20);

/** What a warm process still comes to need: plans, prepared statements, caches. A leak of 1 kB a request is more. */
const mayGrowBytes = 64 * 1024 * 1024;

test('fifty tenants, one that asks for everything, and more than there are places for', {
  skip: withoutPostgres,
}, async () => {
  const report = await runLoad({ steadySeconds });
  const isGood = (status: number) => status >= 200 && status < 300;
  const isRefused = (status: number) => status === 429 || status === 503;
  const { figures } = report;
  const phases = Object.entries(report).flatMap(([phase, answers]) =>
    answers instanceof Answers ? ([[phase, answers]] as const) : [],
  );
  for (const [phase, answers] of phases) {
    const said = `${phase}: ${answers.statuses}`;
    // On a machine that is busy with other things the database may be late: then it says so, and nothing else.
    assert.equal(
      answers.countOf((status) => isGood(status) || isRefused(status)),
      answers.count,
      said,
    );
    assert.ok(answers.countOf(isGood) > 0, said);
  }
  assert.equal(report.silentRefusals, 0);
  console.error(phases.map(([phase, answers]) => `${phase}: ${answers.statuses}`).join('; '));
  assert.ok(report.runsFinished > 0);
  const grown = figures.late.heapBytes - figures.early.heapBytes;
  assert.ok(grown < mayGrowBytes, `the heap grew by ${Math.round(grown / 1024 ** 2)} MiB`);
  assert.ok(figures.late.connections <= Math.max(figures.early.connections, 20));
});
