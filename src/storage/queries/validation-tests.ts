import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { PreparedField } from '../../domain/catalog/prepared-field.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { TestDefinition, ValidationTestStatus } from '../../domain/validation/validation-test.ts';
import { violates } from '../databases/failures.ts';
import { foldCase } from '../fold-case.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface ValidationTestRecord {
  readonly validationTestUuid: string;
  readonly datasetPairUuid: string;
  readonly name: string;
  readonly definition: TestDefinition;
  readonly status: ValidationTestStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export interface NewValidationTest extends Omit<ValidationTestRecord, 'updatedAt' | 'version'> {
  /** The request that made several at once; null for one alone. */
  readonly batchUuid: string | null;
}

const columns = [
  'validation_test_uuid as validationTestUuid',
  'dataset_pair_uuid as datasetPairUuid',
  'name',
  'definition',
  'status',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'version',
] as const;

/** Their pair was deleted at the same moment: `not_found`. */
export async function insertValidationTests(
  tx: TenantTx,
  tests: readonly NewValidationTest[],
): Promise<void> {
  try {
    await tx
      .insertInto('plumbline.validation_tests')
      .values(
        tests.map((test) => ({
          validation_test_uuid: test.validationTestUuid,
          dataset_pair_uuid: test.datasetPairUuid,
          batch_uuid: test.batchUuid,
          name: test.name,
          name_key: foldCase(test.name),
          function_code: test.definition.functionCode,
          definition: JSON.stringify(test.definition),
          status: test.status,
          created_at: test.createdAt,
          updated_at: test.createdAt,
        })),
      )
      .execute();
  } catch (error) {
    if (!violates(error, 'validation_tests_pair')) throw error;
    const detail = 'The dataset pair was deleted at the same moment. Choose another pair.';
    throw new AppError('not_found', { detail }, { cause: error });
  }
}

export async function getValidationTest(
  tx: TenantTx,
  validationTestUuid: string,
): Promise<ValidationTestRecord | undefined> {
  return await tx
    .selectFrom('plumbline.validation_tests')
    .select(columns)
    .where('validation_test_uuid', '=', validationTestUuid)
    .executeTakeFirst();
}

/** What one request has made and is still there, in its order. */
export async function listTestsOfBatch(tx: TenantTx, batchUuid: string): Promise<ValidationTestRecord[]> {
  return await tx
    .selectFrom('plumbline.validation_tests')
    .select(columns)
    .where('batch_uuid', '=', batchUuid)
    .orderBy('validation_test_uuid')
    .execute();
}

export interface ValidationTestFilter {
  readonly datasetPairUuid?: string;
  readonly functionCode?: FunctionCode;
  readonly status?: ValidationTestStatus;
  /** Found in the name, whatever its case. */
  readonly search?: string;
}

/** Newest first; `after` is the last id of the page before. */
export async function listValidationTests(
  tx: TenantTx,
  page: ValidationTestFilter & { readonly limit: number; readonly after: string | null },
): Promise<ValidationTestRecord[]> {
  let query = tx.selectFrom('plumbline.validation_tests').select(columns);
  if (page.datasetPairUuid !== undefined) query = query.where('dataset_pair_uuid', '=', page.datasetPairUuid);
  if (page.functionCode !== undefined) query = query.where('function_code', '=', page.functionCode);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.search !== undefined) {
    query = query.where(sql<boolean>`position(${foldCase(page.search)}::text in name_key) > 0`);
  }
  if (page.after !== null) query = query.where('validation_test_uuid', '<', page.after);
  return await query.orderBy('validation_test_uuid', 'desc').limit(page.limit).execute();
}

/** How many tests a pair has, and the names of the first. */
export async function testsOfPair(
  tx: TenantTx,
  input: { datasetPairUuid: string; names: number },
): Promise<{ count: number; names: string[] }> {
  const tests = () =>
    tx.selectFrom('plumbline.validation_tests').where('dataset_pair_uuid', '=', input.datasetPairUuid);
  const [{ count }, first] = await Promise.all([
    tests()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    tests().select('name').orderBy('validation_test_uuid').limit(input.names).execute(),
  ]);
  return { count: Number(count), names: first.map(({ name }) => name) };
}

/** False when it has changed or is gone. */
export async function updateValidationTest(
  tx: TenantTx,
  input: Pick<ValidationTestRecord, 'validationTestUuid' | 'name' | 'definition' | 'status' | 'updatedAt'> & {
    readonly expectedVersion: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.validation_tests')
    .set({
      name: input.name,
      name_key: foldCase(input.name),
      definition: JSON.stringify(input.definition),
      status: input.status,
      updated_at: input.updatedAt,
      version: sql`version + 1`,
    })
    .where('validation_test_uuid', '=', input.validationTestUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when it has changed or is gone. */
export async function deleteValidationTest(
  tx: TenantTx,
  input: { validationTestUuid: string; expectedVersion: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plumbline.validation_tests')
    .where('validation_test_uuid', '=', input.validationTestUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export interface DatasetsOfPair extends BySide<TestedDataset | null> {
  readonly datasetPairUuid: string;
}

/** All that holding a test against its datasets needs of one. */
export interface TestedDataset {
  readonly name: string;
  readonly fields: readonly PreparedField[];
  readonly zone: string | null;
}

/** Both datasets of each pair; null is one that no preparation has succeeded for. */
export async function datasetsOfPairs(
  tx: TenantTx,
  datasetPairUuids: readonly string[],
): Promise<DatasetsOfPair[]> {
  const pairs = await tx
    .selectFrom('plumbline.dataset_pairs')
    .select([
      'dataset_pair_uuid as datasetPairUuid',
      'source_dataset_uuid as source',
      'target_dataset_uuid as target',
    ])
    .where('dataset_pair_uuid', 'in', datasetPairUuids)
    .execute();
  if (pairs.length === 0) return [];
  const rows = await tx
    .selectFrom('plumbline.datasets')
    .select(['dataset_uuid as datasetUuid', 'name', 'fields', 'zone'])
    .where('dataset_uuid', 'in', [...new Set(pairs.flatMap(({ source, target }) => [source, target]))])
    .where('prepared_at', 'is not', null)
    .execute();
  const prepared = new Map(
    rows.map(({ datasetUuid, name, fields, zone }) => [datasetUuid, { name, fields: fields ?? [], zone }]),
  );
  return pairs.map(({ datasetPairUuid, source, target }) => ({
    datasetPairUuid,
    source: prepared.get(source) ?? null,
    target: prepared.get(target) ?? null,
  }));
}
