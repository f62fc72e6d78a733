import { AppError } from '../../domain/app-error.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import { sameLogicalType } from '../../domain/comparison/logical-type-traits.ts';
import type { SourceColumn } from '../../engine/pushdown/pushdown-dialect.ts';
import type { DatasetSchema, DescribedField } from '../connector.ts';
import type { TableName } from '../outbound/database-address.ts';
import { tableText } from './database-failure.ts';

/** A table as it is at this moment, described and ready to be read. */
export interface OpenTable {
  /** Text that stands after FROM. */
  readonly from: string;
  readonly schema: DatasetSchema;
  /** Those that can be read, by name. */
  readonly columns: ReadonlyMap<string, SourceColumn>;
}

/** A dataset whose fields are no longer those that it was prepared with has to be prepared again. */
export function refuseChanges(
  prepared: readonly DescribedField[],
  { schema }: { readonly schema: Pick<DatasetSchema, 'fields'> },
  name: TableName,
): void {
  const fields = new Map(schema.fields.map((field) => [field.name, field]));
  for (const field of prepared) {
    const now = fields.get(field.name);
    if (now !== undefined && isUnchanged(field, now)) continue;
    const what =
      now === undefined
        ? 'is gone, or hidden from the user'
        : `was ${typeText(field)} and is ${typeText(now)} now`;
    throw new AppError('dataset_schema_changed', {
      detail: `Column ${JSON.stringify(field.name)} of ${tableText(name)} ${what}. Prepare the dataset again and review its tests.`,
    });
  }
}

/** A composite type or a domain can change under its name. */
function isUnchanged(prepared: DescribedField, now: DescribedField): boolean {
  return (
    prepared.nativeType === now.nativeType &&
    (!prepared.declared || sameLogicalType(prepared.logicalType, now.logicalType))
  );
}

function typeText({ nativeType, logicalType }: DescribedField): string {
  return `${nativeType} (${printLogicalType(logicalType)})`;
}
