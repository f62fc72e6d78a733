import { AppError } from '../../domain/app-error.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import { fitOfTest } from '../../domain/validation/fit-of-test.ts';
import type { TestFit, ValidationTestStatus } from '../../domain/validation/validation-test.ts';
import {
  getValidationTest,
  listValidationTests,
  type ValidationTestRecord,
} from '../../storage/queries/validation-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';
import { testedDatasets } from './tested-datasets.ts';

/** A test, and whether it can be run on its datasets as they are prepared now. */
export interface ShownTest {
  readonly test: ValidationTestRecord;
  readonly fit: TestFit;
}

export interface TestsRequest extends PageRequest {
  readonly datasetPairUuid: string | null;
  readonly functionCode: FunctionCode | null;
  readonly status: ValidationTestStatus | null;
  readonly search: string | null;
}

export async function readTests(
  ctx: AppContext,
  caller: Caller,
  request: TestsRequest,
): Promise<Page<ShownTest>> {
  const { datasetPairUuid, functionCode, status, search } = request;
  return readPage(
    ctx,
    { list: 'validationTests', orgUuid: caller.orgUuid, datasetPairUuid, functionCode, status, search },
    request,
    (limit, after) =>
      ctx.storage.withTenant(caller.orgUuid, async (tx) => {
        const tests = await listValidationTests(tx, {
          limit,
          after: after === null ? null : String(after[0]),
          ...(datasetPairUuid !== null && { datasetPairUuid }),
          ...(functionCode !== null && { functionCode }),
          ...(status !== null && { status }),
          ...(search !== null && { search }),
        });
        return showTests(tx, tests);
      }),
    ({ test }) => [test.validationTestUuid],
  );
}

export async function readTest(
  ctx: AppContext,
  caller: Caller,
  validationTestUuid: string,
): Promise<ShownTest> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) =>
    showTest(tx, await requireTest(tx, validationTestUuid)),
  );
}

export async function requireTest(tx: TenantTx, validationTestUuid: string): Promise<ValidationTestRecord> {
  const test = await getValidationTest(tx, validationTestUuid);
  if (test !== undefined) return test;
  throw new AppError('not_found', {
    detail: `No validation test ${validationTestUuid} exists in this Organization.`,
  });
}

export async function showTest(tx: TenantTx, test: ValidationTestRecord): Promise<ShownTest> {
  const [shown] = await showTests(tx, [test]);
  return shown ?? unpaired(test);
}

export async function showTests(
  tx: TenantTx,
  tests: readonly ValidationTestRecord[],
): Promise<readonly ShownTest[]> {
  const datasets = await testedDatasets(tx, tests);
  return tests.map((test) => {
    const pair = datasets.get(test.datasetPairUuid);
    return pair === undefined ? unpaired(test) : { test, fit: fitOfTest(pair, test.definition) };
  });
}

/** A foreign key holds every test to its pair. */
function unpaired(test: ValidationTestRecord): never {
  throw new TypeError(`The test ${test.validationTestUuid} has no pair.`);
}
