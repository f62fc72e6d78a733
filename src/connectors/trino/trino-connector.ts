import { AppError } from '../../domain/app-error.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import { withRoutines } from '../../engine/dialects/trino/functions.ts';
import { trinoDialect } from '../../engine/dialects/trino/trino-dialect.ts';
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
import { openTable, readEstimates, type TrinoTable } from './open-table.ts';
import { refuseFineTimes, stageTable } from './stage-table.ts';
import { schemaPathOf } from './table-path.ts';
import type { TrinoAddress } from './trino-address.ts';
import { TrinoEngine } from './trino-engine.ts';
import { TrinoSession } from './trino-session.ts';

/** A Trino cluster: a system that holds datasets, and an engine that compares them where they are. */
export interface TrinoConnector extends Connector<TableName> {
  /** Works with the cluster as the engine of a comparison. */
  withEngine<T>(work: (session: SqlSession) => Promise<T>, options?: CallOptions): Promise<T>;
  /** A table as the engine reads it. One that has changed since it was prepared is refused. */
  relation(table: TableName, fields: readonly DescribedField[], options?: CallOptions): Promise<Relation>;
}

export function trinoConnector(
  address: TrinoAddress,
  outbound: Outbound,
  limits: TimeLimits,
): TrinoConnector {
  const withSession = async <T>(
    timeLimitMs: number,
    table: TableName | null,
    { signal }: CallOptions,
    work: (session: TrinoSession) => Promise<T>,
  ): Promise<T> => {
    const context = { product: 'Trino', address, table };
    using session = await TrinoSession.open(outbound, address, context, { signal, timeLimitMs, table });
    return await work(session);
  };
  const withTable = <T>(
    table: TableName,
    prepared: readonly DescribedField[] | null,
    options: CallOptions,
    work: (session: TrinoSession, open: TrinoTable) => Promise<T>,
  ) =>
    withSession(limits.readingMs, table, options, async (session) => {
      const open = await openTable(session, schemaPathOf(table, address.catalog), table.table);
      if (prepared !== null) refuseChanges(prepared, open, table);
      return await work(session, open);
    });

  return Object.freeze<TrinoConnector>({
    testConnection: (options = {}) =>
      withSession(limits.catalogueMs, null, options, (session) => reportConnection(session)),
    browse: (request, options = {}) =>
      withSession(limits.catalogueMs, null, options, (session) => browse(session, request)),
    describe: (table, options = {}) =>
      withTable(table, null, options, async (session, open) => ({
        ...open.schema,
        rowEstimate: (await readEstimates(session, open)).rows,
      })),
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
        // A cluster holds on to no moment: each statement sees the table as it is then.
        const snapshot: DatasetSnapshot = {
          fingerprint(rows, findsRepeats) {
            refuseFineTimes(fields, table);
            return fingerprint(session, open, rows, findsRepeats);
          },
          stage: (request, { onProgress } = {}) =>
            stageTable(session, table, open, request, { ...options, onProgress }),
        };
        return work(snapshot);
      }),
    withEngine: (work, options = {}) =>
      withSession(limits.readingMs, null, options, async (session) =>
        work(new TrinoEngine(session, await serverVersion(session))),
      ),
    relation: (table, fields, options = {}) =>
      withTable(table, fields, options, async (_session, { relation }) => relation),
  });
}

async function serverVersion(session: TrinoSession): Promise<string> {
  const [version] = onlyRow(await session.query('SELECT version()'));
  return version ?? '';
}

async function reportConnection(session: TrinoSession): Promise<ConnectionReport> {
  const [version, user] = onlyRow(await session.query('SELECT version(), current_user'));
  const catalogs = await session.query(
    "SELECT 1 FROM system.metadata.catalogs WHERE catalog_name <> 'system' LIMIT 1",
  );
  return {
    product: 'Trino',
    version: version ?? '',
    user: user ?? '',
    encrypted: session.encrypted,
    remarks: catalogs.length === 0 ? ['The user sees no catalog. Have one granted.'] : [],
  };
}

/** All measures by the same statements that a whole comparison takes them with. */
async function measure(
  session: TrinoSession,
  { relation }: TrinoTable,
  measurement: Measurement,
): Promise<readonly MeasureResult[]> {
  refuseUnread(measurement.columns);
  const engine = new TrinoEngine(session, '');
  const { statements, results } = compileMeasurement(
    trinoDialect,
    trinoDialect.hashes,
    relation,
    measurement,
  );
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) rows.push(await engine.query(statement));
  return results(rows);
}

function refuseUnread(columns: readonly Column[]): void {
  if (columns.every((column) => readsColumn(column, trinoDialect.capabilities))) return;
  throw new AppError('comparison_unsupported', { detail: 'Trino does not read such values exactly.' });
}

function fingerprint(
  session: TrinoSession,
  { relation }: TrinoTable,
  rows: FingerprintedRows,
  findsRepeats: boolean,
): TakeFingerprints {
  refuseUnread(columnsOf(rows));
  const statement = fingerprintRelation(trinoDialect, relation, rows, findsRepeats);
  if ('unsupported' in statement) {
    throw new AppError('comparison_unsupported', { detail: statement.unsupported });
  }
  return () => session.query(withRoutines(statement.sql));
}

async function profileTable(
  session: TrinoSession,
  open: TrinoTable,
  fields: readonly DescribedField[],
  filter: Filter | null,
): Promise<DatasetProfile> {
  const readable = fields.filter(({ logicalType }) => logicalType.kind !== 'unknown');
  const estimates = await readEstimates(session, open);
  const distinct: DistinctCounts =
    (estimates.rows ?? 0) <= countedDistinctRows
      ? { by: 'counting' }
      : // The statistics know nothing of the rows that a filter leaves.
        { by: 'statistics', estimates: filter === null ? estimates.distinct : new Map() };
  const answers: DatasetProfile[] = [];
  for (const { measurement, profiles } of profileQueries(readable, filter, distinct)) {
    answers.push(profiles(await measure(session, open, measurement)));
  }
  return { rows: answers[0]?.rows ?? 0, fields: answers.flatMap((answer) => answer.fields) };
}
