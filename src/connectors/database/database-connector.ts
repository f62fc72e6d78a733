import { AppError } from '../../domain/app-error.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import { fingerprintTable, tableBuckets } from '../../engine/fingerprint/fingerprint-table.ts';
import type { Measurement } from '../../engine/plan/plan.ts';
import { measureTable } from '../../engine/pushdown/measure-table.ts';
import type { PushdownDialect } from '../../engine/pushdown/pushdown-dialect.ts';
import { tableFilter } from '../../engine/pushdown/table-filter.ts';
import type {
  BrowsePage,
  BrowseRequest,
  CallOptions,
  ConnectionReport,
  Connector,
  DatasetProfile,
  DatasetSnapshot,
  DescribedField,
  ProfileRequest,
  StagedDataset,
  StageOptions,
  StageRequest,
} from '../connector.ts';
import type { TableName } from '../outbound/database-address.ts';
import { stageRecords } from '../staging/stage-records.ts';
import { recordEnd } from '../staging/text-records.ts';
import { tableText } from './database-failure.ts';
import { type DatabaseSession, inSession, onlyRow } from './database-session.ts';
import { type OpenTable, refuseChanges } from './open-table.ts';
import { countedDistinctRows, type DistinctCounts, profileQueries } from './profile-measurement.ts';

/** What a connector of a database has to know of its server; all else is the same for every one. */
export interface DatabaseServer {
  readonly dialect: PushdownDialect;
  openSession(options: SessionOptions): Promise<DatabaseSession>;
  reportConnection(session: DatabaseSession): Promise<ConnectionReport>;
  browse(session: DatabaseSession, request: BrowseRequest): Promise<BrowsePage>;
  /**
   * Looks a table up. A type that only the data tells is what `prepared` has it as, where the dataset was prepared
   * before; otherwise it is measured.
   */
  openTable(
    session: DatabaseSession,
    table: TableName,
    prepared: readonly DescribedField[] | null,
  ): Promise<OpenTable>;
  /** What the server's statistics say of the distinct values of columns. */
  distinctEstimates(
    session: DatabaseSession,
    table: TableName,
    rows: number,
  ): Promise<ReadonlyMap<string, number>>;
}

export interface SessionOptions {
  readonly signal: AbortSignal | undefined;
  /** After which the server itself ends a statement. */
  readonly timeLimitMs: number;
  /** For messages; null where no table is asked for. */
  readonly table: TableName | null;
}

export interface TimeLimits {
  /** For looking into the catalogue. */
  readonly catalogueMs: number;
  /** For queries that read a whole table. */
  readonly readingMs: number;
}

/** Each call is a connection of its own, so that a restart of the server hurts one call at most. */
export function databaseConnector(server: DatabaseServer, limits: TimeLimits): Connector<TableName> {
  const inCatalogue = <T>({ signal }: CallOptions, work: (session: DatabaseSession) => Promise<T>) =>
    inSession(
      () => server.openSession({ signal, timeLimitMs: limits.catalogueMs, table: null }),
      signal,
      work,
    );
  const withTable = <T>(
    table: TableName,
    prepared: readonly DescribedField[] | null,
    { signal }: CallOptions,
    work: (session: DatabaseSession, open: OpenTable) => Promise<T>,
  ) =>
    inSession(
      () => server.openSession({ signal, timeLimitMs: limits.readingMs, table }),
      signal,
      async (session) => {
        const open = await server.openTable(session, table, prepared);
        if (prepared !== null) refuseChanges(prepared, open, table);
        return await work(session, open);
      },
    );

  return Object.freeze<Connector<TableName>>({
    testConnection: (options = {}) => inCatalogue(options, (session) => server.reportConnection(session)),
    browse: (request, options = {}) => inCatalogue(options, (session) => server.browse(session, request)),
    describe: (table, options = {}) =>
      withTable(table, null, options, async (_session, { schema }) => schema),
    profile: (table, request, options = {}) =>
      withTable(table, request.fields, options, (session, open) =>
        profileTable(server, session, table, open, request),
      ),
    measure: (table, { fields, measurement }, options = {}) =>
      withTable(table, fields, options, (session, open) => measure(server, session, open, measurement)),
    stage: (table, request, options = {}) =>
      withTable(table, request.fields, options, (session, open) =>
        stageTable(server, session, table, open, request, options),
      ),
    inSnapshot: (table, { fields }, work, options = {}) =>
      withTable(table, fields, options, (session, open) =>
        work(snapshotOf(server, session, table, open, options)),
      ),
  });
}

/** The session's transaction sees the database as it is at its first statement. */
function snapshotOf(
  server: DatabaseServer,
  session: DatabaseSession,
  table: TableName,
  open: OpenTable,
  { signal }: CallOptions,
): DatasetSnapshot {
  return {
    fingerprint(rows, findsRepeats) {
      const statement = fingerprintTable(server.dialect, open.from, rows, open.columns, findsRepeats);
      if ('unsupported' in statement) throw unsupported(statement.unsupported);
      return async () => {
        const buckets = await session.query(statement.sql);
        // No row of a bucket has a hash, or no key has.
        if (buckets.some((cells) => cells.includes(null))) {
          throw unsupported(`${tableText(table)} has rows that are longer than its server hashes.`);
        }
        return buckets;
      };
    },
    stage: (request, { onProgress } = {}) =>
      stageTable(server, session, table, open, request, { signal, onProgress }),
  };
}

async function measure(
  { dialect }: DatabaseServer,
  session: DatabaseSession,
  { from, columns }: OpenTable,
  measurement: Measurement,
): Promise<readonly MeasureResult[]> {
  const measuring = measureTable(dialect, from, measurement, columns);
  if ('unsupported' in measuring) throw unsupported(measuring.unsupported);
  return measuring.read(onlyRow(await session.query(measuring.statement.sql)));
}

async function profileTable(
  server: DatabaseServer,
  session: DatabaseSession,
  table: TableName,
  open: OpenTable,
  { fields, filter }: ProfileRequest,
): Promise<DatasetProfile> {
  const rows = open.schema.rowEstimate ?? 0;
  const distinct: DistinctCounts =
    rows <= countedDistinctRows
      ? { by: 'counting' }
      : {
          by: 'statistics',
          // The server knows nothing of the rows that a filter leaves.
          estimates: filter === null ? await server.distinctEstimates(session, table, rows) : new Map(),
        };
  const readable = fields.filter(({ name }) => open.columns.has(name));
  const answers: DatasetProfile[] = [];
  for (const { measurement, profiles } of profileQueries(readable, filter, distinct)) {
    answers.push(profiles(await measure(server, session, open, measurement)));
  }
  return { rows: answers[0]?.rows ?? 0, fields: answers.flatMap((answer) => answer.fields) };
}

async function stageTable(
  { dialect }: DatabaseServer,
  session: DatabaseSession,
  name: TableName,
  { from, columns, schema }: OpenTable,
  { fields, only, filter, within, session: engine, stagingDirectory }: StageRequest,
  { signal, onProgress }: StageOptions,
): Promise<StagedDataset> {
  const chosen = fields.filter(
    (field) => columns.has(field.name) && (only === null || only.includes(field.name)),
  );
  if (chosen.length === 0) {
    throw unsupported(
      `No column of ${tableText(name)} that was asked for can be read; only its rows can be counted.`,
    );
  }
  const conditions = [
    ...(filter === null ? [] : [tableFilter(dialect, filter, columns)]),
    ...(within === undefined ? [] : [tableBuckets(dialect, within, columns)]),
  ].map((condition) => {
    if ('unsupported' in condition) throw unsupported(condition.unsupported);
    return condition.sql;
  });
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const wires = chosen.flatMap((field) => columns.get(field.name)?.wire ?? []);
  const sent = session.send(`SELECT ${[...wires, recordEnd].join(', ')} FROM ${from}${where}`);
  return await stageRecords(sent, chosen, {
    session: engine,
    stagingDirectory,
    signal,
    table: tableText(name),
    onRows: (rows) => onProgress?.({ rows, estimate: schema.rowEstimate }),
  });
}

function unsupported(detail: string): AppError {
  return new AppError('comparison_unsupported', { detail });
}
