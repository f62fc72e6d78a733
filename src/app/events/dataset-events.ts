import type { PreparedField } from '../../domain/catalog/prepared-field.ts';
import { schemaDrift } from '../../domain/catalog/schema-drift.ts';
import type { PreparedSchema } from '../../storage/queries/prepared-schemas.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { type EventContext, recordEvent } from './record-event.ts';

/** A dataset was prepared; tells where its schema is another than before. */
export function tellSchema(
  ctx: EventContext,
  tx: TenantTx,
  before: PreparedSchema,
  after: { readonly fields: readonly PreparedField[]; readonly schemaHash: string },
): void {
  if (before.schemaHash === null || before.schemaHash === after.schemaHash) return;
  const { datasetUuid, name } = before;
  recordEvent(ctx, tx, {
    type: 'plumbline.dataset.schema_changed',
    subject: `datasets/${datasetUuid}`,
    data: { datasetUuid, name, ...schemaDrift(before.fields ?? [], after.fields) },
  });
}

export function tellPreparationFailed(
  ctx: EventContext,
  tx: TenantTx,
  { datasetUuid, name }: Pick<PreparedSchema, 'datasetUuid' | 'name'>,
  failure: { readonly operationUuid: string; readonly errorCode: string },
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.dataset.preparation_failed',
    subject: `datasets/${datasetUuid}`,
    data: { datasetUuid, name, ...failure },
  });
}
