import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import { violates } from '../databases/failures.ts';
import { foldCase } from '../fold-case.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

export interface DatasetPairRecord {
  readonly datasetPairUuid: string;
  readonly name: string;
  readonly sourceDatasetUuid: string;
  readonly targetDatasetUuid: string;
  readonly createdAt: Date;
  readonly version: number;
}

export type NewDatasetPair = Omit<DatasetPairRecord, 'version'>;

const columns = [
  'dataset_pair_uuid as datasetPairUuid',
  'name',
  'source_dataset_uuid as sourceDatasetUuid',
  'target_dataset_uuid as targetDatasetUuid',
  'created_at as createdAt',
  'version',
] as const;

/** The same two datasets, the same way round, are `dataset_pair_exists`. */
export async function insertDatasetPair(tx: TenantTx, input: NewDatasetPair): Promise<void> {
  try {
    await tx
      .insertInto('plumbline.dataset_pairs')
      .values({
        dataset_pair_uuid: input.datasetPairUuid,
        name: input.name,
        name_key: foldCase(input.name),
        source_dataset_uuid: input.sourceDatasetUuid,
        target_dataset_uuid: input.targetDatasetUuid,
        created_at: input.createdAt,
      })
      .execute();
  } catch (error) {
    if (!violates(error, 'dataset_pairs_sides')) throw error;
    const detail = 'These two datasets are paired already. Use that pair, or delete it first.';
    throw new AppError('dataset_pair_exists', { detail }, { cause: error });
  }
}

export async function getDatasetPair(
  tx: TenantRead,
  datasetPairUuid: string,
): Promise<DatasetPairRecord | undefined> {
  return await tx
    .selectFrom('plumbline.dataset_pairs')
    .select(columns)
    .where('dataset_pair_uuid', '=', datasetPairUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. `search` is found in the name, whatever its case. */
export async function listDatasetPairs(
  tx: TenantRead,
  page: { limit: number; after: string | null; datasetUuid?: string; search?: string },
): Promise<DatasetPairRecord[]> {
  let query = tx.selectFrom('plumbline.dataset_pairs').select(columns);
  const { datasetUuid } = page;
  if (datasetUuid !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('source_dataset_uuid', '=', datasetUuid), eb('target_dataset_uuid', '=', datasetUuid)]),
    );
  }
  if (page.search !== undefined) {
    query = query.where(sql<boolean>`position(${foldCase(page.search)}::text in name_key) > 0`);
  }
  if (page.after !== null) query = query.where('dataset_pair_uuid', '<', page.after);
  return await query.orderBy('dataset_pair_uuid', 'desc').limit(page.limit).execute();
}

/** How many pairs a dataset is in, and the names of the first. */
export async function pairsOfDataset(
  tx: TenantTx,
  input: { datasetUuid: string; names: number },
): Promise<{ count: number; names: string[] }> {
  const { datasetUuid } = input;
  const pairs = () =>
    tx
      .selectFrom('plumbline.dataset_pairs')
      .where((eb) =>
        eb.or([eb('source_dataset_uuid', '=', datasetUuid), eb('target_dataset_uuid', '=', datasetUuid)]),
      );
  const [{ count }, first] = await Promise.all([
    pairs()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    pairs().select('name').orderBy('dataset_pair_uuid').limit(input.names).execute(),
  ]);
  return { count: Number(count), names: first.map(({ name }) => name) };
}

/** False when it has changed or is gone. A test that was made at the same moment: `dataset_pair_in_use`. */
export async function deleteDatasetPair(
  tx: TenantTx,
  input: { datasetPairUuid: string; expectedVersion: number },
): Promise<boolean> {
  try {
    const { numDeletedRows } = await tx
      .deleteFrom('plumbline.dataset_pairs')
      .where('dataset_pair_uuid', '=', input.datasetPairUuid)
      .where('version', '=', input.expectedVersion)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  } catch (error) {
    if (!violates(error, 'validation_tests_pair')) throw error;
    const detail = 'A test of the pair was created at the same moment. Delete it first.';
    throw new AppError('dataset_pair_in_use', { detail }, { cause: error });
  }
}
