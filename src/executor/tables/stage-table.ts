import type { Connector, StagedDataset, StageRequest } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import { unlessUnsupported } from './unless-unsupported.ts';

/** What is told, and listened to, while a table is copied. */
export interface StageWatch {
  readonly signal: AbortSignal | undefined;
  /** How many rows were copied, and of about how many. */
  readonly onRows: (rows: number, estimate: number | null) => void;
}

export interface StagedTable {
  readonly staged: StagedDataset;
  /** Whether exactly the rows that pass the filter are there. */
  readonly isFiltered: boolean;
}

/** Copies a table for the engine. A filter that the server cannot apply exactly is left to the engine. */
export async function stageTable(
  connector: Connector<TableName>,
  table: TableName,
  request: StageRequest,
  { signal, onRows }: StageWatch,
): Promise<StagedTable> {
  const stage = (filter: StageRequest['filter']) =>
    connector.stage(
      table,
      { ...request, filter },
      { signal, onProgress: ({ rows, estimate }) => onRows(rows, estimate) },
    );
  const filtered = request.filter === null ? null : await unlessUnsupported(() => stage(request.filter));
  return { staged: filtered ?? (await stage(null)), isFiltered: filtered !== null };
}
