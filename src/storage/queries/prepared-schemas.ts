import type { PreparedField } from '../../domain/catalog/prepared-field.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** What a dataset was found to be by its last preparation that succeeded. */
export interface PreparedSchema {
  readonly datasetUuid: string;
  readonly name: string;
  readonly fields: readonly PreparedField[] | null;
  /** Null where none has succeeded yet. */
  readonly schemaHash: string | null;
}

/** Of the dataset that has this preparation, locked. Undefined when it has another by now. */
export async function lockPreparedSchema(
  tx: TenantTx,
  preparationUuid: string,
): Promise<PreparedSchema | undefined> {
  return await tx
    .selectFrom('plumbline.datasets')
    .select(['dataset_uuid as datasetUuid', 'name', 'fields', 'schema_hash as schemaHash'])
    .where('preparation_uuid', '=', preparationUuid)
    .forUpdate()
    .executeTakeFirst();
}
