import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Connector,
  DatasetSchema,
  StagedDataset,
  StageRequest,
} from '../../../src/connectors/connector.ts';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { DatabaseAddress, TableName } from '../../../src/connectors/outbound/database-address.ts';
import { parseDatabaseUrl } from '../../../src/connectors/outbound/database-address.ts';
import { type Outbound, systemLookup } from '../../../src/connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../../src/connectors/outbound/outbound-policy.ts';
import type { Cell } from '../../../src/engine/sql-session.ts';

/** The test servers are on this machine, so loopback is allowed. */
export const loopback: Outbound = Object.freeze({
  policy: readOutboundPolicy(['127.0.0.0/8', 'localhost']),
  lookup: systemLookup,
  connectTimeoutMs: 5_000,
});

export const timeLimits = Object.freeze({ catalogueMs: 20_000, readingMs: 60_000 });

/** The address of a test server, unencrypted, with whatever is to be different. */
export function addressOf(url: string, changes: Partial<DatabaseAddress> = {}): DatabaseAddress {
  const { address } = parseDatabaseUrl(`${url}?tls=disable`);
  return { ...address, ...changes };
}

/** An engine and a folder of its own. */
export interface Engine {
  readonly session: DuckDbSession;
  readonly folder: string;
  close(): Promise<void>;
}

export async function openEngine(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-staging-'));
  const session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 512 * 1024 ** 2,
    spillDirectory: folder,
    maxSpillBytes: 1024 ** 3,
    threads: 2,
  });
  return {
    session,
    folder,
    async close() {
      await session.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function stage(
  connector: Connector<TableName>,
  { session, folder }: Engine,
  table: TableName,
  { fields }: Pick<DatasetSchema, 'fields'>,
  request: Partial<StageRequest> = {},
): Promise<StagedDataset> {
  return await connector.stage(table, {
    fields,
    only: null,
    filter: null,
    session,
    stagingDirectory: folder,
    ...request,
  });
}

/** The values of a staged column as the engine prints them, in the order of a column `id`. */
export async function stagedTexts(
  { session }: Engine,
  dataset: StagedDataset,
  name: string,
): Promise<readonly Cell[]> {
  const column = dataset.columns.find((each) => each.name === name);
  if (column === undefined) throw new TypeError(`No staged column ${name}.`);
  const quoted = `"${column.column.replaceAll('"', '""')}"`;
  // As bytes: the driver drops a byte order mark at the start of a text.
  const isBinary = column.nativeType === 'BLOB';
  const bytes = isBinary ? quoted : `encode(CAST(${quoted} AS VARCHAR))`;
  const rows = await session.query({
    sql: `SELECT lower(hex(${bytes})) AS v FROM ${dataset.relation.from} ORDER BY id`,
  });
  return rows.map(({ v }) =>
    typeof v !== 'string' || isBinary ? (v ?? null) : Buffer.from(v, 'hex').toString(),
  );
}
