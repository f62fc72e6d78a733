import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { operations } from '../../src/contract/operations.ts';
import { type JudgedService, startJudgedService } from './judged-service.ts';
import { type Examination, judges, runSchemathesis } from './schemathesis.ts';

const skip = judges === undefined && 'TEST_JUDGES is not set: .ci/run says what must be in it';

/** The operations of the published interface: every boundary of every schema of theirs is tried here, too. */
const published = [
  'resolve_comparison',
  'list_runs',
  'submit_all_runs',
  'retry_run',
  'create_execution_environment',
  'get_execution_environment',
  'create_organization_invitation',
  'list_organization_members',
  'update_organization_member',
  'activate_organization',
  'create_billing_checkout',
  'refresh_cloud_factory_options',
  'cancel_platform_connection_removal_plan',
  'delete_platform_connection_registration',
  'retry_dataset_preparation',
] as const satisfies readonly (keyof typeof operations)[];

/** What is made up at random is left to prove.ts: a change is to be blamed for what it did, and for nothing else. */
describe('Schemathesis finds nothing', { skip }, () => {
  let service: JudgedService | undefined;
  after(() => service?.stop());

  async function judge(examination: Examination, operationCount: number): Promise<void> {
    service ??= await startJudgedService();
    const judgement = await runSchemathesis(service, examination);
    assert.deepEqual(judgement.failures, [], judgement.output);
    assert.equal(judgement.exit_code, 0, judgement.output);
    assert.equal(judgement.complete, true, judgement.output);
    assert.equal(judgement.operations.tested, operationCount, judgement.output);
  }

  test('in any operation, with examples, cases of its own and scenarios along links', () =>
    judge({ phases: ['examples', 'fuzzing', 'stateful'], maxExamples: 3 }, Object.keys(operations).length));

  test('at any boundary of the published operations', () =>
    judge({ phases: ['coverage'], maxExamples: 1, only: `^(${published.join('|')})$` }, published.length));
});
