import { AppError, type FieldError } from '../../domain/app-error.ts';
import type { AskedTest } from '../../domain/validation/asked-test.ts';
import { defineTest } from '../../domain/validation/define-test.ts';
import { testName } from '../../domain/validation/test-name.ts';
import type {
  TestDefinition,
  TestFault,
  ValidationTestStatus,
} from '../../domain/validation/validation-test.ts';
import { insertValidationTests, listTestsOfBatch } from '../../storage/queries/validation-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { assertEntitledNow } from '../organization/assert-entitled-now.ts';
import { requireTest, type ShownTest, showTest, showTests } from './read-tests.ts';
import { requireTested, type TestedDatasets, testedDatasets } from './tested-datasets.ts';

export interface NewTest {
  readonly datasetPairUuid: string;
  /** Null: made of the function and the fields. */
  readonly name: string | null;
  readonly status: ValidationTestStatus;
  readonly asked: AskedTest;
}

export async function createTest(
  ctx: AppContext,
  caller: Caller,
  input: NewTest,
  retry: RetryKey,
): Promise<{ readonly test: ShownTest; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const [validationTestUuid = ''] = await insertTests(ctx, tx, [{ input, pointer: '' }], null);
      return validationTestUuid;
    });
    return { test: await showTest(tx, await requireTest(tx, resourceUuid)), replayed };
  });
}

/** All of them, or none. */
export async function createTests(
  ctx: AppContext,
  caller: Caller,
  inputs: readonly NewTest[],
  retry: RetryKey,
): Promise<{ readonly tests: readonly ShownTest[]; readonly replayed: boolean }> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const batchUuid = ctx.ids.uuid();
      const placed = inputs.map((input, index) => ({ input, pointer: `/tests/${index}` }));
      await insertTests(ctx, tx, placed, batchUuid);
      return batchUuid;
    });
    return { tests: await showTests(tx, await listTestsOfBatch(tx, resourceUuid)), replayed };
  });
}

/** A test that is asked for, and where in the request. */
interface PlacedTest {
  readonly input: NewTest;
  readonly pointer: string;
}

async function insertTests(
  ctx: AppContext,
  tx: TenantTx,
  placed: readonly PlacedTest[],
  batchUuid: string | null,
): Promise<readonly string[]> {
  const datasets = await testedDatasets(
    tx,
    placed.map(({ input }) => input),
  );
  const defined = placed.map((each) => ({ ...each, result: define(datasets, each) }));
  refuseTests(defined.flatMap(({ pointer, result }) => (result.ok ? [] : errorsOf(result.faults, pointer))));
  await assertEntitledNow(ctx, tx);
  const createdAt = ctx.clock.now();
  const tests = defined.flatMap(({ input, result }) =>
    result.ok ? [newRecord(ctx.ids.uuid(), input, result.definition, createdAt, batchUuid)] : [],
  );
  await insertValidationTests(tx, tests);
  return tests.map(({ validationTestUuid }) => validationTestUuid);
}

function define(datasets: TestedDatasets, { input, pointer }: PlacedTest) {
  return defineTest(
    requireTested(datasets, input.datasetPairUuid, `${pointer}/datasetPairUuid`),
    input.asked,
  );
}

function newRecord(
  validationTestUuid: string,
  { datasetPairUuid, name, status }: NewTest,
  definition: TestDefinition,
  createdAt: Date,
  batchUuid: string | null,
) {
  return {
    validationTestUuid,
    datasetPairUuid,
    batchUuid,
    name: name ?? testName(definition),
    definition,
    status,
    createdAt,
  };
}

export function errorsOf(faults: readonly TestFault[], pointer: string): readonly FieldError[] {
  return faults.map((fault) => ({
    pointer: `${pointer}${fault.pointer}`,
    code: fault.code,
    detail: fault.detail,
  }));
}

/** As many as a person reads; the rest shows once these are mended. */
const mostErrors = 100;

export function refuseTests(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more: see \`errors\`.` : '';
  throw new AppError('validation_failed', {
    detail: `The test does not fit its datasets. ${first.detail}${more}`,
    errors: errors.slice(0, mostErrors),
  });
}
