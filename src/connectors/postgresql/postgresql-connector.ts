import { AppError } from '../../domain/app-error.ts';
import { textLiteral } from '../../engine/dialects/postgresql/lexical.ts';
import { postgresqlPushdown } from '../../engine/dialects/postgresql/pushdown.ts';
import type { Measurement } from '../../engine/plan/plan.ts';
import { type MeasuredValue, measureTable } from '../../engine/pushdown/measure-table.ts';
import type {
  CallOptions,
  ConnectionReport,
  Connector,
  DatasetProfile,
  ProfileRequest,
} from '../connector.ts';
import type { TableName } from '../outbound/database-address.ts';
import { countedDistinctRows, type DistinctCounts, profileQueries } from '../profile-measurement.ts';
import { browse } from './browse.ts';
import { type OpenTable, onlyRow, openTable, refuseChanges } from './open-table.ts';
import { type PostgresqlServer, type PostgresqlSession, withSession } from './postgresql-session.ts';
import { stageTable } from './stage-table.ts';

export interface TimeLimits {
  /** For looking into the catalogue. */
  readonly catalogueMs: number;
  /** For queries that read a whole table. */
  readonly readingMs: number;
}

/** A PostgreSQL database. Each call is a connection of its own, so that a restart of the server hurts one call at most. */
export function postgresqlConnector(server: PostgresqlServer, limits: TimeLimits): Connector<TableName> {
  const { address } = server;
  const inCatalogue = <T>(options: CallOptions, work: (session: PostgresqlSession) => Promise<T>) =>
    withSession(
      server,
      { signal: options.signal, timeLimitMs: limits.catalogueMs, context: { address, table: null } },
      work,
    );
  const readTable = <T>(
    table: TableName,
    options: CallOptions,
    work: (session: PostgresqlSession) => Promise<T>,
  ) =>
    withSession(
      server,
      { signal: options.signal, timeLimitMs: limits.readingMs, context: { address, table } },
      work,
    );

  return Object.freeze<Connector<TableName>>({
    testConnection: (options = {}) => inCatalogue(options, reportConnection),
    browse: (request, options = {}) => inCatalogue(options, (session) => browse(session, request)),
    describe: (table, options = {}) =>
      readTable(table, options, async (session) => (await openTable(session, table, null)).schema),
    profile: (table, request, options = {}) =>
      readTable(table, options, async (session) => {
        const open = await openPrepared(session, table, request.fields);
        return profileTable(session, table, open, request);
      }),
    measure: (table, { fields, measurement }, options = {}) =>
      readTable(table, options, async (session) => {
        const open = await openPrepared(session, table, fields);
        return measureOpen(session, open, measurement);
      }),
    stage: (table, request, options = {}) =>
      readTable(table, options, async (session) => {
        const open = await openPrepared(session, table, request.fields);
        return stageTable(session, table, open, request, options);
      }),
  });
}

async function openPrepared(
  session: PostgresqlSession,
  table: TableName,
  fields: ProfileRequest['fields'],
): Promise<OpenTable> {
  const open = await openTable(session, table, fields);
  refuseChanges(fields, open, table);
  return open;
}

async function reportConnection(session: PostgresqlSession): Promise<ConnectionReport> {
  const [version, user, superuser, mayWrite, readable] = onlyRow(
    await session.query(`SELECT current_setting('server_version'), current_user,
  (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
  EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT'))`),
  );
  const remarks = [
    ...(readable === 't' ? [] : ['The user may read no table of this database. Have SELECT granted.']),
    ...(superuser === 't'
      ? ['The user is a superuser. Reading needs no such right: use one that may only read.']
      : mayWrite === 't'
        ? ['The user may change tables. Reading needs no such right: use one that may only read.']
        : []),
  ];
  return {
    product: 'PostgreSQL',
    version: version ?? '',
    user: user ?? '',
    encrypted: session.encrypted,
    remarks,
  };
}

async function measureOpen(
  session: PostgresqlSession,
  open: OpenTable,
  measurement: Measurement,
): Promise<readonly MeasuredValue[]> {
  const measuring = measureTable(postgresqlPushdown, open.from, measurement, open.columns);
  if ('unsupported' in measuring) {
    throw new AppError('comparison_unsupported', { detail: measuring.unsupported });
  }
  return measuring.read(onlyRow(await session.query(measuring.statement.sql)));
}

async function profileTable(
  session: PostgresqlSession,
  table: TableName,
  open: OpenTable,
  { fields, filter }: ProfileRequest,
): Promise<DatasetProfile> {
  const isLarge = (open.schema.rowEstimate ?? 0) > countedDistinctRows;
  const distinct: DistinctCounts = isLarge
    ? {
        by: 'statistics',
        estimates: filter === null ? await distinctEstimates(session, table, open) : new Map(),
      }
    : { by: 'counting' };
  const readable = fields.filter(({ name }) => open.columns.has(name));
  const answers: DatasetProfile[] = [];
  for (const { measurement, profiles } of profileQueries(readable, filter, distinct)) {
    answers.push(profiles(await measureOpen(session, open, measurement)));
  }
  return { rows: answers[0]?.rows ?? 0, fields: answers.flatMap((answer) => answer.fields) };
}

/** As ANALYZE left them: a number of values, or minus the part of all rows that are distinct. */
async function distinctEstimates(
  session: PostgresqlSession,
  { schema, table }: TableName,
  { schema: { rowEstimate } }: OpenTable,
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query(
    `SELECT attname, n_distinct FROM pg_stats WHERE schemaname = ${textLiteral(schema)} AND tablename = ${textLiteral(table)} AND NOT inherited`,
  );
  return new Map(
    rows.map(([name, distinct]) => {
      const estimate = Number(distinct);
      return [name ?? '', Math.round(estimate >= 0 ? estimate : -estimate * (rowEstimate ?? 0))];
    }),
  );
}
