import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import type { Locator } from '../../domain/catalog/locator.ts';
import type { PreparationNote, PreparedField } from '../../domain/catalog/prepared-field.ts';
import type { OperationFailure, OperationStatus } from '../../domain/operation.ts';
import { violates } from '../databases/failures.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

/** A dataset with the standing of its preparation. */
export interface DatasetRecord {
  readonly datasetUuid: string;
  readonly name: string;
  readonly sourceUuid: string;
  readonly locator: Locator;
  readonly zone: string | null;
  readonly preparationUuid: string;
  readonly preparationStatus: OperationStatus;
  readonly preparationError: OperationFailure | null;
  /** Known before `preparedAt` while the first preparation is still counting. */
  readonly fields: readonly PreparedField[] | null;
  readonly rowCount: number | null;
  readonly notes: readonly PreparationNote[] | null;
  readonly schemaHash: string | null;
  readonly preparedAt: Date | null;
  readonly schemaChangedAt: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

/** What a list shows: the fields of a hundred datasets would be too much of a page. */
export type DatasetSummary = Omit<DatasetRecord, 'fields' | 'notes'>;

export interface NewDataset {
  readonly datasetUuid: string;
  readonly name: string;
  readonly sourceUuid: string;
  readonly locator: Locator;
  readonly zone: string | null;
  readonly preparationUuid: string;
  readonly createdAt: Date;
}

const summaryColumns = [
  'd.dataset_uuid as datasetUuid',
  'd.name',
  'd.source_uuid as sourceUuid',
  'd.locator',
  'd.zone',
  'd.preparation_uuid as preparationUuid',
  'o.status as preparationStatus',
  'o.error as preparationError',
  'd.row_count as rowCount',
  'd.schema_hash as schemaHash',
  'd.prepared_at as preparedAt',
  'd.schema_changed_at as schemaChangedAt',
  'd.created_at as createdAt',
  'd.version',
] as const;

function datasets(tx: TenantRead) {
  return tx
    .selectFrom('plumbline.datasets as d')
    .innerJoin('plumbline.operations as o', (join) =>
      join.onRef('o.org_uuid', '=', 'd.org_uuid').onRef('o.operation_uuid', '=', 'd.preparation_uuid'),
    );
}

/** The application's own lower case: that of the database depends on its locale. */
const nameKey = (name: string) => name.toLowerCase();

/** Its source was deleted at the same moment: `not_found`. */
export async function insertDataset(tx: TenantTx, input: NewDataset): Promise<void> {
  try {
    await tx
      .insertInto('plumbline.datasets')
      .values({
        dataset_uuid: input.datasetUuid,
        name: input.name,
        name_key: nameKey(input.name),
        source_uuid: input.sourceUuid,
        locator: JSON.stringify(input.locator),
        zone: input.zone,
        preparation_uuid: input.preparationUuid,
        created_at: input.createdAt,
      })
      .execute();
  } catch (error) {
    if (!violates(error, 'datasets_source')) throw error;
    const detail = `No discovery source ${input.sourceUuid} exists in this Organization.`;
    throw new AppError('not_found', { detail }, { cause: error });
  }
}

export async function getDataset(tx: TenantRead, datasetUuid: string): Promise<DatasetRecord | undefined> {
  return await datasets(tx)
    .select([...summaryColumns, 'd.fields', 'd.notes'])
    .where('d.dataset_uuid', '=', datasetUuid)
    .executeTakeFirst();
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockDataset(tx: TenantTx, datasetUuid: string): Promise<DatasetRecord | undefined> {
  await tx
    .selectFrom('plumbline.datasets')
    .select('dataset_uuid')
    .where('dataset_uuid', '=', datasetUuid)
    .forUpdate()
    .executeTakeFirst();
  return await getDataset(tx, datasetUuid);
}

/** Newest first; `after` is the last id of the page before. `search` is found in the name, whatever its case. */
export async function listDatasets(
  tx: TenantRead,
  page: { limit: number; after: string | null; sourceUuid?: string; search?: string },
): Promise<DatasetSummary[]> {
  let query = datasets(tx).select(summaryColumns);
  if (page.sourceUuid !== undefined) query = query.where('d.source_uuid', '=', page.sourceUuid);
  if (page.search !== undefined) {
    query = query.where(sql<boolean>`position(${nameKey(page.search)}::text in d.name_key) > 0`);
  }
  if (page.after !== null) query = query.where('d.dataset_uuid', '<', page.after);
  return await query.orderBy('d.dataset_uuid', 'desc').limit(page.limit).execute();
}

/** All that resolving a comparison needs of a dataset. */
export interface PreparedDataset {
  readonly datasetUuid: string;
  readonly name: string;
  readonly fields: readonly PreparedField[];
  readonly rowCount: number;
  readonly zone: string | null;
}

/** `unprepared` where no preparation has succeeded yet. */
export async function getPreparedDataset(
  tx: TenantRead,
  datasetUuid: string,
): Promise<PreparedDataset | 'unprepared' | undefined> {
  const row = await tx
    .selectFrom('plumbline.datasets')
    .select(['name', 'fields', 'row_count as rowCount', 'zone', 'prepared_at as preparedAt'])
    .where('dataset_uuid', '=', datasetUuid)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, fields, rowCount, zone } = row;
  if (row.preparedAt === null || fields === null || rowCount === null) return 'unprepared';
  return { datasetUuid, name, fields, rowCount, zone };
}

/** The newest datasets that are prepared, with their fields. */
export async function listPreparedDatasets(
  tx: TenantTx,
  page: { limit: number },
): Promise<PreparedDataset[]> {
  const rows = await tx
    .selectFrom('plumbline.datasets')
    .select(['dataset_uuid as datasetUuid', 'name', 'fields', 'row_count as rowCount', 'zone'])
    .where('prepared_at', 'is not', null)
    .orderBy('dataset_uuid', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ ...row, fields: row.fields ?? [], rowCount: row.rowCount ?? 0 }));
}

/** How many datasets a source has, and the names of the first. */
export async function datasetsOfSource(
  tx: TenantTx,
  input: { sourceUuid: string; names: number },
): Promise<{ count: number; names: string[] }> {
  const [{ count }, first] = await Promise.all([
    tx
      .selectFrom('plumbline.datasets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('source_uuid', '=', input.sourceUuid)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('plumbline.datasets')
      .select('name')
      .where('source_uuid', '=', input.sourceUuid)
      .orderBy('dataset_uuid')
      .limit(input.names)
      .execute(),
  ]);
  return { count: Number(count), names: first.map(({ name }) => name) };
}

/** False when it has changed or is gone. */
export async function updateDataset(
  tx: TenantTx,
  input: { datasetUuid: string; expectedVersion: number; name: string; zone: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({ name: input.name, name_key: nameKey(input.name), zone: input.zone, version: sql`version + 1` })
    .where('dataset_uuid', '=', input.datasetUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What was found at the old place says nothing about the new one. False when there is no such dataset. */
export async function moveDataset(
  tx: TenantTx,
  input: { datasetUuid: string; locator: Locator },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({
      locator: JSON.stringify(input.locator),
      fields: null,
      row_count: null,
      notes: null,
      schema_hash: null,
      prepared_at: null,
      schema_changed_at: null,
      version: sql`version + 1`,
    })
    .where('dataset_uuid', '=', input.datasetUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A new preparation has begun. False when there is no such dataset. */
export async function setDatasetPreparation(
  tx: TenantTx,
  input: { datasetUuid: string; preparationUuid: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({ preparation_uuid: input.preparationUuid, version: sql`version + 1` })
    .where('dataset_uuid', '=', input.datasetUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The status of its preparation, which the dataset shows, has changed. False when it has another by now. */
export async function touchDataset(tx: TenantTx, preparationUuid: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({ version: sql`version + 1` })
    .where('preparation_uuid', '=', preparationUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The fields ahead of the rest; only while no preparation has succeeded, else false. */
export async function setEarlyFields(
  tx: TenantTx,
  input: { preparationUuid: string; fields: readonly PreparedField[] | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({ fields: input.fields && JSON.stringify(input.fields), version: sql`version + 1` })
    .where('preparation_uuid', '=', input.preparationUuid)
    .where('prepared_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What a preparation found. False when the dataset has another preparation by now. */
export async function recordPreparation(
  tx: TenantTx,
  input: {
    preparationUuid: string;
    fields: readonly PreparedField[];
    rowCount: number;
    notes: readonly PreparationNote[];
    schemaHash: string;
    at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.datasets')
    .set({
      fields: JSON.stringify(input.fields),
      row_count: input.rowCount,
      notes: JSON.stringify(input.notes),
      schema_hash: input.schemaHash,
      prepared_at: input.at,
      schema_changed_at: sql`CASE WHEN schema_hash IS DISTINCT FROM ${input.schemaHash} AND schema_hash IS NOT NULL
        THEN ${input.at}::timestamptz ELSE schema_changed_at END`,
      version: sql`version + 1`,
    })
    .where('preparation_uuid', '=', input.preparationUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when it has changed or is gone; a pair that was made of it at the same moment is `dataset_in_use`. */
export async function deleteDataset(
  tx: TenantTx,
  input: { datasetUuid: string; expectedVersion: number },
): Promise<boolean> {
  try {
    const { numDeletedRows } = await tx
      .deleteFrom('plumbline.datasets')
      .where('dataset_uuid', '=', input.datasetUuid)
      .where('version', '=', input.expectedVersion)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  } catch (error) {
    if (!violates(error, 'dataset_pairs_source') && !violates(error, 'dataset_pairs_target')) throw error;
    const detail = 'A pair of the dataset was created at the same moment. Delete it first.';
    throw new AppError('dataset_in_use', { detail }, { cause: error });
  }
}
