import { AppError } from '../../domain/app-error.ts';
import { postgresqlPushdown } from '../../engine/dialects/postgresql/pushdown.ts';
import { tableFilter } from '../../engine/pushdown/table-filter.ts';
import type { StagedDataset, StageOptions, StageRequest } from '../connector.ts';
import type { TableName } from '../outbound/database-address.ts';
import { stageRecords } from '../staging/stage-records.ts';
import type { OpenTable } from './open-table.ts';
import { tableText } from './postgresql-error.ts';
import type { PostgresqlSession } from './postgresql-session.ts';

/** Copies a table, or a part of it, through COPY. */
export async function stageTable(
  session: PostgresqlSession,
  name: TableName,
  open: OpenTable,
  { fields, only, filter, session: engine, stagingDirectory }: StageRequest,
  { signal, onProgress }: StageOptions,
): Promise<StagedDataset> {
  const chosen = fields.filter(
    (field) => open.columns.has(field.name) && (only === null || only.includes(field.name)),
  );
  if (chosen.length === 0) {
    const detail = `No column of ${tableText(name)} that was asked for can be read. Count its rows instead, or choose others.`;
    throw new AppError('comparison_unsupported', { detail });
  }
  const wires = chosen.flatMap((field) => open.columns.get(field.name)?.wire ?? []);
  const condition = filter === null ? null : tableFilter(postgresqlPushdown, filter, open.columns);
  if (condition !== null && 'unsupported' in condition) {
    throw new AppError('comparison_unsupported', { detail: condition.unsupported });
  }
  const where = condition === null ? '' : ` WHERE ${condition.sql}`;
  const copied = session.copy(
    `COPY (SELECT ${wires.join(', ')} FROM ${open.from}${where}) TO STDOUT (FORMAT text, ENCODING 'UTF8')`,
  );
  const estimate = open.schema.rowEstimate;
  return await stageRecords(copied.records, () => copied.count(), chosen, {
    session: engine,
    stagingDirectory,
    signal,
    table: tableText(name),
    onRows: (rows) => onProgress?.({ rows, estimate }),
  });
}
