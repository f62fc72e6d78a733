import { AppError } from '../../domain/app-error.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import { fingerprintRelation } from '../../engine/fingerprint/fingerprint-relation.ts';
import { columnsOf, type FingerprintedRows } from '../../engine/fingerprint/row-fingerprint.ts';
import type { Column, Measurement } from '../../engine/plan/plan.ts';
import { readsColumn } from '../../engine/plan/unsupported-tests.ts';
import type { Relation, Row, SqlSession } from '../../engine/sql-session.ts';
import type {
  CallOptions,
  Connector,
  DatasetProfile,
  DatasetSnapshot,
  DescribedField,
  ProfileRequest,
  TakeFingerprints,
} from '../connector.ts';
import type { TimeLimits } from '../database/database-connector.ts';
import { onlyRow } from '../database/database-session.ts';
import { refuseChanges } from '../database/open-table.ts';
import { countedDistinctRows, type DistinctCounts, profileQueries } from '../database/profile-measurement.ts';
import type { TableName } from '../outbound/database-address.ts';
import type { PlatformServer, PlatformSession, PlatformTable } from './platform-server.ts';
import { stageTable } from './stage-table.ts';

/** A system that holds datasets, and an engine that compares them where they are. */
export interface PlatformConnector extends Connector<TableName> {
  /** Works with the platform as the engine of a comparison. */
  withEngine<T>(work: (session: SqlSession) => Promise<T>, options?: CallOptions): Promise<T>;
  /** A table as the engine reads it. One that has changed since it was prepared is refused. */
  relation(table: TableName, fields: readonly DescribedField[], options?: CallOptions): Promise<Relation>;
}

/** Each call is a session of its own. */
export function platformConnector<S extends PlatformSession>(
  server: PlatformServer<S>,
  limits: TimeLimits,
): PlatformConnector {
  const withSession = async <T>(
    timeLimitMs: number,
    table: TableName | null,
    { signal }: CallOptions,
    work: (session: S) => Promise<T>,
  ): Promise<T> => {
    using session = await server.openSession({ signal, timeLimitMs, table });
    return await work(session);
  };
  const inCatalogue = <T>(options: CallOptions, work: (session: S) => Promise<T>) =>
    withSession(limits.catalogueMs, null, options, work);
  const withTable = <T>(
    table: TableName,
    prepared: readonly DescribedField[] | null,
    options: CallOptions,
    work: (session: S, open: PlatformTable) => Promise<T>,
  ) =>
    withSession(limits.readingMs, table, options, async (session) => {
      const open = await server.openTable(session, table);
      if (prepared !== null) refuseChanges(prepared, open, table);
      return await work(session, open);
    });

  return Object.freeze<PlatformConnector>({
    testConnection: (options = {}) => inCatalogue(options, (session) => server.reportConnection(session)),
    browse: (request, options = {}) => inCatalogue(options, (session) => server.browse(session, request)),
    describe: (table, options = {}) =>
      withTable(table, null, options, async (session, open) => ({
        ...open.schema,
        rowEstimate: (await server.estimate(session, open)).rows,
      })),
    profile: (table, request, options = {}) =>
      withTable(table, request.fields, options, (session, open) =>
        profileTable(server, session, open, request),
      ),
    measure: (table, { fields, measurement }, options = {}) =>
      withTable(table, fields, options, (session, open) => measure(server, session, open, measurement)),
    stage: (table, request, options = {}) =>
      withTable(table, request.fields, options, (session, open) =>
        stageTable(server, session, table, open, request, options),
      ),
    inSnapshot: (table, { fields }, work, options = {}) =>
      withTable(table, fields, options, (session, open) => {
        // All statements read the version that was opened, where the table has versions; what has none is seen by each
        // statement as it is then.
        const snapshot: DatasetSnapshot = {
          fingerprint(rows, findsRepeats) {
            server.refuseCopied(fields, table);
            return fingerprint(server, session, open, rows, findsRepeats);
          },
          stage: (request, { onProgress } = {}) =>
            stageTable(server, session, table, open, request, { ...options, onProgress }),
        };
        return work(snapshot);
      }),
    withEngine: (work, options = {}) =>
      withSession(limits.readingMs, null, options, async (session) => work(await server.openEngine(session))),
    relation: (table, fields, options = {}) =>
      withTable(table, fields, options, async (_session, { relation }) => relation),
  });
}

/** All measures by the same statements that a whole comparison takes them with. */
async function measure<S extends PlatformSession>(
  server: PlatformServer<S>,
  session: S,
  { relation }: PlatformTable,
  measurement: Measurement,
): Promise<readonly MeasureResult[]> {
  const { dialect } = server;
  refuseUnread(server, measurement.columns);
  const engine = server.engine(session);
  const { statements, results } = compileMeasurement(dialect, dialect.hashes, relation, measurement);
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) rows.push(await engine.query(statement));
  return results(rows);
}

function refuseUnread<S extends PlatformSession>(
  { dialect, product }: PlatformServer<S>,
  columns: readonly Column[],
): void {
  if (columns.every((column) => readsColumn(column, dialect.capabilities))) return;
  throw new AppError('comparison_unsupported', { detail: `${product} does not read such values exactly.` });
}

function fingerprint<S extends PlatformSession>(
  server: PlatformServer<S>,
  session: S,
  { relation }: PlatformTable,
  rows: FingerprintedRows,
  findsRepeats: boolean,
): TakeFingerprints {
  refuseUnread(server, columnsOf(rows));
  const statement = fingerprintRelation(server.dialect, relation, rows, findsRepeats);
  if ('unsupported' in statement) {
    throw new AppError('comparison_unsupported', { detail: statement.unsupported });
  }
  return () => session.query(server.complete(statement.sql));
}

async function profileTable<S extends PlatformSession>(
  server: PlatformServer<S>,
  session: S,
  open: PlatformTable,
  { fields, filter }: ProfileRequest,
): Promise<DatasetProfile> {
  const readable = fields.filter(({ logicalType }) => logicalType.kind !== 'unknown');
  const estimates = await server.estimate(session, open);
  const rows = estimates.rows ?? (await countRows(session, open));
  const distinct: DistinctCounts =
    rows <= countedDistinctRows
      ? { by: 'counting' }
      : // The statistics know nothing of the rows that a filter leaves.
        { by: 'statistics', estimates: filter === null ? estimates.distinct : new Map() };
  const answers: DatasetProfile[] = [];
  for (const { measurement, profiles } of profileQueries(readable, filter, distinct)) {
    answers.push(profiles(await measure(server, session, open, measurement)));
  }
  return { rows: answers[0]?.rows ?? 0, fields: answers.flatMap((answer) => answer.fields) };
}

/** Tables of a lake answer this out of what is written about their files. */
async function countRows(session: PlatformSession, { relation }: PlatformTable): Promise<number> {
  const [rows] = onlyRow(await session.query(`SELECT count(*) FROM ${relation.from}`));
  return Number(rows);
}
