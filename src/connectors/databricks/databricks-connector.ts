import { AppError } from '../../domain/app-error.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import { databricksDialect } from '../../engine/dialects/databricks/databricks-dialect.ts';
import { fingerprintRelation } from '../../engine/fingerprint/fingerprint-relation.ts';
import { columnsOf, type FingerprintedRows } from '../../engine/fingerprint/row-fingerprint.ts';
import type { Column, Measurement } from '../../engine/plan/plan.ts';
import { readsColumn } from '../../engine/plan/unsupported-tests.ts';
import type { Relation, Row, SqlSession } from '../../engine/sql-session.ts';
import type {
  CallOptions,
  ConnectionReport,
  Connector,
  DatasetProfile,
  DatasetSnapshot,
  DescribedField,
  TakeFingerprints,
} from '../connector.ts';
import type { TimeLimits } from '../database/database-connector.ts';
import { onlyRow } from '../database/database-session.ts';
import { refuseChanges } from '../database/open-table.ts';
import { countedDistinctRows, type DistinctCounts, profileQueries } from '../database/profile-measurement.ts';
import type { TableName } from '../outbound/database-address.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { browse } from './browse.ts';
import type { DatabricksAddress } from './databricks-address.ts';
import { DatabricksEngine } from './databricks-engine.ts';
import { DatabricksSession } from './databricks-session.ts';
import { type DatabricksTable, openTable } from './open-table.ts';
import { stageTable } from './stage-table.ts';
import { schemaPathOf } from './table-path.ts';

/** A Databricks SQL warehouse: a system that holds datasets, and an engine that compares them where they are. */
export interface DatabricksConnector extends Connector<TableName> {
  /** Works with the warehouse as the engine of a comparison. */
  withEngine<T>(work: (session: SqlSession) => Promise<T>, options?: CallOptions): Promise<T>;
  /** A table as the engine reads it. One that has changed since it was prepared is refused. */
  relation(table: TableName, fields: readonly DescribedField[], options?: CallOptions): Promise<Relation>;
}

export function databricksConnector(
  address: DatabricksAddress,
  outbound: Outbound,
  limits: TimeLimits,
): DatabricksConnector {
  const withSession = async <T>(
    timeLimitMs: number,
    table: TableName | null,
    { signal }: CallOptions,
    work: (session: DatabricksSession) => Promise<T>,
  ): Promise<T> => {
    const context = { product: 'Databricks', address, table };
    using session = await DatabricksSession.open(outbound, address, context, { signal, timeLimitMs, table });
    return await work(session);
  };
  const withTable = <T>(
    table: TableName,
    prepared: readonly DescribedField[] | null,
    options: CallOptions,
    work: (session: DatabricksSession, open: DatabricksTable) => Promise<T>,
  ) =>
    withSession(limits.readingMs, table, options, async (session) => {
      const open = await openTable(session, schemaPathOf(table, address.catalog), table.table);
      if (prepared !== null) refuseChanges(prepared, open, table);
      return await work(session, open);
    });

  return Object.freeze<DatabricksConnector>({
    testConnection: (options = {}) =>
      withSession(limits.catalogueMs, null, options, (session) => reportConnection(session)),
    browse: (request, options = {}) =>
      withSession(limits.catalogueMs, null, options, (session) => browse(session, request)),
    describe: (table, options = {}) =>
      withTable(table, null, options, async (_session, open) => ({ ...open.schema, rowEstimate: null })),
    profile: (table, { fields, filter }, options = {}) =>
      withTable(table, fields, options, (session, open) => profileTable(session, open, fields, filter)),
    measure: (table, { fields, measurement }, options = {}) =>
      withTable(table, fields, options, (session, open) => measure(session, open, measurement)),
    stage: (table, request, options = {}) =>
      withTable(table, request.fields, options, (session, open) =>
        stageTable(session, table, open, request, options),
      ),
    inSnapshot: (table, { fields }, work, options = {}) =>
      withTable(table, fields, options, (session, open) => {
        // Each statement sees the table as it is then.
        const snapshot: DatasetSnapshot = {
          fingerprint: (rows, findsRepeats) => fingerprint(session, open, rows, findsRepeats),
          stage: (request, { onProgress } = {}) =>
            stageTable(session, table, open, request, { ...options, onProgress }),
        };
        return work(snapshot);
      }),
    withEngine: (work, options = {}) =>
      withSession(limits.readingMs, null, options, async (session) =>
        work(new DatabricksEngine(session, (await readServer(session)).version)),
      ),
    relation: (table, fields, options = {}) =>
      withTable(table, fields, options, async (_session, { relation }) => relation),
  });
}

/** Small enough that Spark writes it with an exponent unless ANSI mode is on. */
const probe = '0.0000001';

/** Refuses a warehouse whose answers would not be what the dialect expects of them. */
async function readServer(session: DatabricksSession) {
  const [version, user, written] = onlyRow(
    await session.query(
      `SELECT version(), current_user(), CAST(CAST('${probe}' AS DECIMAL(10, 7)) AS STRING)`,
    ),
  );
  if (written !== probe) {
    throw new AppError('comparison_unsupported', {
      detail:
        'ANSI mode is off in this SQL warehouse: values that do not fit would become NULL unsaid. Have ANSI_MODE set to true in its SQL configuration parameters.',
    });
  }
  return { version: version ?? '', user: user ?? '' };
}

async function reportConnection(session: DatabricksSession): Promise<ConnectionReport> {
  const { version, user } = await readServer(session);
  const { entries } = await browse(session, { path: [], search: null, after: null, limit: 1 });
  return {
    product: 'Databricks SQL',
    version,
    user,
    encrypted: session.encrypted,
    remarks: entries.length === 0 ? ['The user sees no catalog. Have USE CATALOG granted on one.'] : [],
  };
}

/** All measures by the same statements that a whole comparison takes them with. */
async function measure(
  session: DatabricksSession,
  { relation }: DatabricksTable,
  measurement: Measurement,
): Promise<readonly MeasureResult[]> {
  refuseUnread(measurement.columns);
  const engine = new DatabricksEngine(session, '');
  const { hashes } = databricksDialect;
  const { statements, results } = compileMeasurement(databricksDialect, hashes, relation, measurement);
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) rows.push(await engine.query(statement));
  return results(rows);
}

function refuseUnread(columns: readonly Column[]): void {
  if (columns.every((column) => readsColumn(column, databricksDialect.capabilities))) return;
  throw new AppError('comparison_unsupported', { detail: 'Databricks does not read such values exactly.' });
}

function fingerprint(
  session: DatabricksSession,
  { relation }: DatabricksTable,
  rows: FingerprintedRows,
  findsRepeats: boolean,
): TakeFingerprints {
  refuseUnread(columnsOf(rows));
  const statement = fingerprintRelation(databricksDialect, relation, rows, findsRepeats);
  if ('unsupported' in statement) {
    throw new AppError('comparison_unsupported', { detail: statement.unsupported });
  }
  return () => session.query(statement.sql);
}

async function profileTable(
  session: DatabricksSession,
  open: DatabricksTable,
  fields: readonly DescribedField[],
  filter: Filter | null,
): Promise<DatasetProfile> {
  const readable = fields.filter(({ logicalType }) => logicalType.kind !== 'unknown');
  // Delta tables answer this out of their log.
  const [rows] = onlyRow(await session.query(`SELECT count(*) FROM ${open.relation.from}`));
  const distinct: DistinctCounts =
    Number(rows) <= countedDistinctRows
      ? { by: 'counting' }
      : // Statistics are kept of few tables, and are no part of SQL.
        { by: 'statistics', estimates: new Map() };
  const answers: DatasetProfile[] = [];
  for (const { measurement, profiles } of profileQueries(readable, filter, distinct)) {
    answers.push(profiles(await measure(session, open, measurement)));
  }
  return { rows: answers[0]?.rows ?? 0, fields: answers.flatMap((answer) => answer.fields) };
}
