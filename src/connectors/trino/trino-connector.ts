import { AppError } from '../../domain/app-error.ts';
import { fieldPath } from '../../domain/comparison/field-path.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import { compileFilter } from '../../engine/compile/filter.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import { identifier } from '../../engine/dialects/trino/lexical.ts';
import { trinoDialect } from '../../engine/dialects/trino/trino-dialect.ts';
import { wireOf } from '../../engine/dialects/trino/wire.ts';
import type { Measurement } from '../../engine/plan/plan.ts';
import { readsColumn } from '../../engine/plan/unsupported-tests.ts';
import type { Relation, Row, SqlSession } from '../../engine/sql-session.ts';
import type {
  CallOptions,
  ConnectionReport,
  Connector,
  DatasetProfile,
  DescribedField,
  StagedDataset,
  StageOptions,
  StageRequest,
} from '../connector.ts';
import type { TimeLimits } from '../database/database-connector.ts';
import { tableText } from '../database/database-failure.ts';
import { onlyRow } from '../database/database-session.ts';
import { refuseChanges } from '../database/open-table.ts';
import { countedDistinctRows, type DistinctCounts, profileQueries } from '../database/profile-measurement.ts';
import type { TableName } from '../outbound/database-address.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { fractionDigits, stagedFractionDigits } from '../staging/fraction-digits.ts';
import { stageRecords } from '../staging/stage-records.ts';
import { recordEnd } from '../staging/text-records.ts';
import { browse } from './browse.ts';
import { openTable, readEstimates, type TrinoTable } from './open-table.ts';
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
  if (!measurement.columns.every((column) => readsColumn(column, trinoDialect.capabilities))) {
    throw new AppError('comparison_unsupported', { detail: 'Trino does not measure such values exactly.' });
  }
  const engine = new TrinoEngine(session, '');
  const { statements, results } = compileMeasurement(
    trinoDialect,
    trinoDialect.hashes,
    relation,
    measurement,
  );
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) rows.push(await engine.query(statement));
  // Another engine hashes otherwise, so that only the numbers of distinct values compare.
  return results(rows).map((result) => (result.kind === 'distinct' ? { ...result, buckets: null } : result));
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

async function stageTable(
  session: TrinoSession,
  name: TableName,
  open: TrinoTable,
  { fields, only, filter, session: engine, stagingDirectory }: StageRequest,
  { signal, onProgress }: StageOptions,
): Promise<StagedDataset> {
  const chosen = fields.filter(
    (field) => field.logicalType.kind !== 'unknown' && (only === null || only.includes(field.name)),
  );
  if (chosen.length === 0) {
    throw new AppError('comparison_unsupported', {
      detail: `No column of ${tableText(name)} that was asked for can be read; only its rows can be counted.`,
    });
  }
  const tooFine = chosen.find(({ logicalType }) => fractionDigits(logicalType) > stagedFractionDigits);
  if (tooFine !== undefined) {
    throw new AppError('comparison_unsupported', {
      detail: `${tooFine.name} of ${tableText(name)} is a ${tooFine.nativeType}: outside its cluster times are compared to the microsecond. Compare it with a table of the same cluster, or a view that casts it to six digits.`,
    });
  }
  const wires = chosen.map(({ name: column, logicalType, nativeType }) =>
    wireOf(logicalType, nativeType, `r.${identifier(column)}`),
  );
  const where = filter === null ? '' : ` WHERE ${conditionOf(filter, fields)}`;
  const sent = session.send(
    `SELECT ${[...wires, recordEnd].join(', ')} FROM ${open.relation.from} AS r${where}`,
  );
  const { rows: estimate } = await readEstimates(session, open);
  return await stageRecords(sent, chosen, {
    session: engine,
    stagingDirectory,
    signal,
    table: tableText(name),
    onRows: (rows) => onProgress?.({ rows, estimate }),
  });
}

/** A filter on a field inside a value is left to the engine that reads the rows. */
function conditionOf(filter: Filter, fields: readonly DescribedField[]): string {
  return compileFilter(trinoDialect, filter, (name) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      throw new AppError('comparison_unsupported', { detail: `The filter on ${name} reaches into a value.` });
    }
    const { logicalType, nativeType } = field;
    const binding = { transform: 'none', format: '' } as const;
    return {
      field: { path: fieldPath(name), logicalType, nativeType, binding },
      sql: `r.${identifier(name)}`,
    };
  });
}
