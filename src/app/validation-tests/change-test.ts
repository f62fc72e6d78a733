import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { type AskedTest, asSaved } from '../../domain/validation/asked-test.ts';
import { defineTest } from '../../domain/validation/define-test.ts';
import type { TestDefinition, ValidationTestStatus } from '../../domain/validation/validation-test.ts';
import {
  deleteValidationTest,
  updateValidationTest,
  type ValidationTestRecord,
} from '../../storage/queries/validation-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { errorsOf, refuseTests } from './create-tests.ts';
import { requireTest, type ShownTest, showTest } from './read-tests.ts';
import { requireTested, testedDatasets } from './tested-datasets.ts';

export interface TestReview {
  readonly validationTestUuid: string;
  readonly ifMatch: string;
}

export interface TestChange {
  /** Null stays as it is. */
  readonly name: string | null;
  /** What is absent stays as it is. */
  readonly asked: Partial<AskedTest>;
}

export async function updateTest(
  ctx: AppContext,
  caller: Caller,
  review: TestReview,
  { name, asked }: TestChange,
): Promise<ShownTest> {
  return change(ctx, caller, review, async (tx, test) => ({
    name: name ?? test.name,
    definition: Object.keys(asked).length === 0 ? test.definition : await redefine(tx, test, asked),
    status: test.status,
  }));
}

export async function setTestStatus(
  ctx: AppContext,
  caller: Caller,
  review: TestReview,
  status: ValidationTestStatus,
): Promise<ShownTest> {
  return change(ctx, caller, review, async (_tx, { name, definition }) => ({ name, definition, status }));
}

export async function deleteTest(ctx: AppContext, caller: Caller, review: TestReview): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { validationTestUuid, version } = await reviewedTest(tx, review);
    if (await deleteValidationTest(tx, { validationTestUuid, expectedVersion: version })) return;
    throw changedMeanwhile();
  });
}

type Changed = Pick<ValidationTestRecord, 'name' | 'definition' | 'status'>;

async function change(
  ctx: AppContext,
  caller: Caller,
  review: TestReview,
  make: (tx: TenantTx, test: ValidationTestRecord) => Promise<Changed>,
): Promise<ShownTest> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const test = await reviewedTest(tx, review);
    const { validationTestUuid, version: expectedVersion } = test;
    const changed = await make(tx, test);
    const updatedAt = ctx.clock.now();
    if (!(await updateValidationTest(tx, { validationTestUuid, expectedVersion, updatedAt, ...changed }))) {
      throw changedMeanwhile();
    }
    return showTest(tx, await requireTest(tx, validationTestUuid));
  });
}

/** The whole test is held against its datasets again: a filter that is new may name a field that is gone. */
async function redefine(
  tx: TenantTx,
  test: ValidationTestRecord,
  asked: Partial<AskedTest>,
): Promise<TestDefinition> {
  const datasets = requireTested(await testedDatasets(tx, [test]), test.datasetPairUuid, '');
  const defined = defineTest(datasets, { ...asSaved(test.definition), ...asked });
  if (defined.ok) return defined.definition;
  refuseTests(errorsOf(defined.faults, ''));
  throw new TypeError('A test is defined, or has faults.');
}

async function reviewedTest(tx: TenantTx, review: TestReview): Promise<ValidationTestRecord> {
  const test = await requireTest(tx, review.validationTestUuid);
  assertMatches(review.ifMatch, etagOf('validationTest', test.validationTestUuid, test.version));
  return test;
}

function changedMeanwhile(): AppError {
  return new AppError('state_conflict', { detail: 'The test changed at the same moment. Read it again.' });
}
