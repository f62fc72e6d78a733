import type { StagedColumn } from '../../connectors/connector.ts';
import type { FileDataset } from '../../connectors/files/file-dataset.ts';
import { AppError } from '../../domain/app-error.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import { sameLogicalType } from '../../domain/comparison/logical-type-traits.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import { identifier } from '../../engine/dialects/duckdb/lexical.ts';
import type { Relation } from '../../engine/sql-session.ts';
import { describedFields } from './described-fields.ts';

type FileColumn = FileDataset['columns'][number];

export interface ReadAsPrepared {
  readonly relation: Relation;
  readonly columns: readonly StagedColumn[];
}

/**
 * Some fields of files in the types that they were prepared with; whatever else the files hold does not matter. The
 * types of text files follow from their values. A column whose values all have a place in the prepared type is read in
 * it, so that fewer digits than last time change nothing; any other is a change of the schema.
 */
export function readAsPrepared(
  { relation, columns }: Pick<FileDataset, 'relation' | 'columns'>,
  { name: dataset, fields }: Pick<ComparedDataset, 'name' | 'fields'>,
  only: readonly string[],
): ReadAsPrepared {
  const casts: string[] = [];
  const read = describedFields(fields, only).map((prepared): StagedColumn => {
    const now = columns.find(({ name }) => name === prepared.name);
    if (now === undefined) throw changed(dataset, prepared.name, 'is gone');
    const { column } = now;
    if (!isAlike(prepared, now)) {
      if (!hasPlaceIn(now, prepared.logicalType)) {
        const [was, is] = [prepared.logicalType, now.logicalType].map(printLogicalType);
        throw changed(dataset, prepared.name, `was ${was} and is ${is} now`);
      }
      casts.push(`CAST(${identifier(column)} AS ${prepared.nativeType}) AS ${identifier(column)}`);
    }
    return { ...prepared, column, readAs: null };
  });
  if (casts.length === 0) return { relation, columns: read };
  return {
    relation: { ...relation, from: `(SELECT * REPLACE (${casts.join(', ')}) FROM ${relation.from})` },
    columns: read,
  };
}

function isAlike(
  prepared: { readonly logicalType: LogicalType; readonly nativeType: string },
  now: FileColumn,
): boolean {
  return prepared.nativeType === now.nativeType && sameLogicalType(prepared.logicalType, now.logicalType);
}

function hasPlaceIn({ allNull, logicalType: now }: FileColumn, prepared: LogicalType): boolean {
  if (allNull) return true;
  if (now.kind !== 'decimal' || prepared.kind !== 'decimal') return false;
  return now.scale <= prepared.scale && now.precision - now.scale <= prepared.precision - prepared.scale;
}

function changed(dataset: string, field: string, what: string): AppError {
  return new AppError('dataset_schema_changed', {
    detail: `Field ${JSON.stringify(field)} of ${JSON.stringify(dataset)} ${what}. Prepare the dataset again and review its tests.`,
  });
}
