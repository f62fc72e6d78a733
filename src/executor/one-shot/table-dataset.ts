import type { Connector, DescribedField, StagedColumn } from '../../connectors/connector.ts';
import { databricksAddressOf } from '../../connectors/databricks/databricks-address.ts';
import { databricksConnector } from '../../connectors/databricks/databricks-connector.ts';
import { mysqlConnector } from '../../connectors/mysql/mysql-connector.ts';
import {
  type DatabaseAddress,
  type DatabaseSystem,
  type DatabaseUrl,
  databaseAddress,
  parseDatabaseUrl,
  type TableName,
} from '../../connectors/outbound/database-address.ts';
import { type Outbound, systemLookup } from '../../connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../connectors/outbound/outbound-policy.ts';
import type { PlatformConnector } from '../../connectors/platform/platform-connector.ts';
import { postgresqlConnector } from '../../connectors/postgresql/postgresql-connector.ts';
import { trinoAddressOf } from '../../connectors/trino/trino-address.ts';
import { trinoConnector } from '../../connectors/trino/trino-connector.ts';
import { AppError } from '../../domain/app-error.ts';
import { stageTable } from '../tables/stage-table.ts';
import { tableInSystem } from '../tables/table-in-system.ts';
import { unreadRelation } from '../tables/unread-relation.ts';
import type { DatasetReference } from './comparison-request.ts';
import type { DatasetSource } from './dataset-source.ts';
import type { OpenDataset } from './open-dataset.ts';

/** Where the table of a reference is, and how to get at it. */
export interface LocatedTable {
  readonly kind: 'table';
  readonly system: DatabaseSystem;
  /** For reports: without user and password. */
  readonly name: string;
  readonly table: TableName;
  readonly zone: string | null;
  readonly address: DatabaseAddress;
  readonly connector: Connector<TableName>;
  /** The same, where it compares too. */
  readonly platform: PlatformConnector | null;
}

/** The command line is the person's own, so that it reaches what they reach; metadata services stay out of reach. */
const outbound: Outbound = Object.freeze({
  policy: readOutboundPolicy(['0.0.0.0/0', '::/0']),
  lookup: systemLookup,
  connectTimeoutMs: 10_000,
});
/** A catalogue answers in milliseconds unless the server is in trouble; reading a large table takes a while. */
const timeLimits = Object.freeze({ catalogueMs: 30_000, readingMs: 6 * 3_600_000 });

/** Reads `postgresql://user@host/database?table=orders`; a password that it lacks is the reference's own. */
export function locateTable({ location, password }: DatasetReference, zone: string | null): LocatedTable {
  const url = withPassword(parseDatabaseUrl(location), password ?? null);
  const { system, address, table } = url;
  const server = `${system}://${address.host}:${address.port}/${encodeURIComponent(address.database)}`;
  if (table === null) {
    throw new AppError('connection_settings_invalid', {
      detail: `${server} names no table. Add it to the address: ?table=orders, and &schema=… where it is not in the usual one.`,
    });
  }
  return Object.freeze<LocatedTable>({
    kind: 'table',
    system,
    name: `${server}/${encodeURIComponent(table.schema)}.${encodeURIComponent(table.table)}`,
    table,
    zone,
    address,
    ...connect(url),
  });
}

function connect({ system, address, warehouse }: DatabaseUrl): Pick<LocatedTable, 'connector' | 'platform'> {
  switch (system) {
    case 'postgresql':
      return { connector: postgresqlConnector(address, outbound, timeLimits), platform: null };
    case 'mysql':
      return { connector: mysqlConnector(address, outbound, timeLimits), platform: null };
    case 'trino':
      return onPlatform(trinoConnector(trinoAddressOf(address), outbound, timeLimits));
    case 'databricks':
      return onPlatform(databricksConnector(databricksAddressOf(address, warehouse), outbound, timeLimits));
  }
}

function onPlatform(platform: PlatformConnector): Pick<LocatedTable, 'connector' | 'platform'> {
  return { connector: platform, platform };
}

function withPassword(url: DatabaseUrl, password: string | null): DatabaseUrl {
  if (password === null || url.address.password.reveal() !== '') return url;
  return { ...url, address: databaseAddress({ ...url.address, password }) };
}

/** Looks the table up. Nothing of it is read until rows are needed: aggregates are left to the server. */
export async function openTable(located: LocatedTable, signal?: AbortSignal): Promise<DatasetSource> {
  const { connector, platform, address, table } = located;
  const { fields, notes } = await connector.describe(table, { signal });
  const unread: OpenDataset = {
    name: located.name,
    format: located.system,
    fileCount: 1,
    zone: located.zone,
    relation: unreadRelation,
    isRead: false,
    fields: fields.map((field) => ({ ...field, column: field.name, allNull: false })),
    rows: null,
    notes,
    staged: null,
    isFiltered: false,
    findDefect: async () => null,
  };
  return {
    unread,
    ...tableInSystem(connector, table, (only) => fields.filter(({ name }) => only.includes(name))),
    onPlatform: platform === null ? null : { connector: platform, address, table, fields },
    read: async ({ onRows, ...request }) => {
      const watch = { signal, onRows };
      const { staged, isFiltered } = await stageTable(connector, table, { fields, ...request }, watch);
      return {
        ...unread,
        relation: staged.relation,
        isRead: true,
        fields: fields.map((field) => stagedField(field, staged.columns)),
        rows: staged.rows,
        // Under the names that fields of this dataset now have.
        staged: staged.columns.map((column) => ({ ...column, name: column.column })),
        isFiltered,
      };
    },
  };
}

/** The field as its system describes it, where the engine has it; one that was not copied is never asked for. */
function stagedField(field: DescribedField, columns: readonly StagedColumn[]): OpenDataset['fields'][number] {
  const staged = columns.find(({ name }) => name === field.name);
  return {
    ...field,
    column: staged?.column ?? field.name,
    nativeType: staged?.nativeType ?? field.nativeType,
    allNull: false,
  };
}
