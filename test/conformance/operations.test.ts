import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../src/contract/operations.ts';
import { startJudgedService } from './judged-service.ts';
import { judges, runSchemathesis } from './schemathesis.ts';

const skip = judges === undefined && 'TEST_JUDGES is not set: .ci/run says what must be in it';

test('Schemathesis finds nothing, in any operation', { skip }, async (t) => {
  const service = await startJudgedService();
  t.after(() => service.stop());
  // The same cases each time: what is random is left to the long form, so that a change is blamed for what it did.
  const judgement = await runSchemathesis(service, {
    phases: ['examples', 'fuzzing', 'stateful'],
    maxExamples: 3,
    seed: 1,
  });
  assert.deepEqual(judgement.failures, [], judgement.output);
  assert.equal(judgement.exit_code, 0, judgement.output);
  assert.equal(judgement.complete, true, judgement.output);
  assert.equal(judgement.operations.tested, Object.keys(operations).length, judgement.output);
});
