import { AppError } from '../../domain/app-error.ts';
import { fieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import { compileFilter } from '../../engine/compile/filter.ts';
import type { Dialect } from '../../engine/dialects/dialect.ts';
import { relationBuckets } from '../../engine/fingerprint/fingerprint-relation.ts';
import type { BucketedRows } from '../../engine/fingerprint/row-fingerprint.ts';
import type { DescribedField, StagedDataset, StageOptions, StageRequest } from '../connector.ts';
import { tableText } from '../database/database-failure.ts';
import type { TableName } from '../outbound/database-address.ts';
import { stageRecords } from '../staging/stage-records.ts';
import { recordEnd } from '../staging/text-records.ts';
import type { PlatformServer, PlatformSession, PlatformTable } from './platform-server.ts';

/** Copies a table, or the rows of some buckets of it, for another engine. */
export async function stageTable<S extends PlatformSession>(
  server: PlatformServer<S>,
  session: S,
  name: TableName,
  open: PlatformTable,
  { fields, only, filter, within, session: engine, stagingDirectory }: StageRequest,
  { signal, onProgress }: StageOptions,
): Promise<StagedDataset> {
  const { dialect } = server;
  const chosen = fields.filter(
    (field) => field.logicalType.kind !== 'unknown' && (only === null || only.includes(field.name)),
  );
  if (chosen.length === 0) {
    throw new AppError('comparison_unsupported', {
      detail: `No column of ${tableText(name)} that was asked for can be read; only its rows can be counted.`,
    });
  }
  server.refuseCopied(chosen, name);
  const wires = chosen.map(({ name: column, logicalType, nativeType }) =>
    server.wireOf(logicalType, nativeType, `r.${dialect.identifier(column)}`),
  );
  const conditions = [
    ...(filter === null ? [] : [conditionOf(dialect, filter, fields)]),
    ...(within === undefined ? [] : [bucketsOf(dialect, within)]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const sent = session.send([...wires, recordEnd], `${open.relation.from} AS r${where}`);
  const { rows: estimate } = await server.estimate(session, open);
  return await stageRecords(sent, chosen, {
    session: engine,
    stagingDirectory,
    signal,
    table: tableText(name),
    onRows: (rows) => onProgress?.({ rows, estimate }),
  });
}

/** A filter on a field inside a value is left to the engine that reads the rows. */
function conditionOf(dialect: Dialect, filter: Filter, fields: readonly DescribedField[]): string {
  return compileFilter(dialect, filter, (name) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      throw new AppError('comparison_unsupported', { detail: `The filter on ${name} reaches into a value.` });
    }
    const { logicalType, nativeType } = field;
    const binding = { transform: 'none', format: '' } as const;
    return {
      field: { path: fieldPath(name), logicalType, nativeType, binding },
      sql: `r.${dialect.identifier(name)}`,
    };
  });
}

function bucketsOf(dialect: Dialect, within: BucketedRows): string {
  const condition = relationBuckets(dialect, within);
  if ('unsupported' in condition) {
    throw new AppError('comparison_unsupported', { detail: condition.unsupported });
  }
  return condition.sql;
}
