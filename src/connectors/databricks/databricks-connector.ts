import { AppError } from '../../domain/app-error.ts';
import { databricksDialect } from '../../engine/dialects/databricks/databricks-dialect.ts';
import { wireOf } from '../../engine/dialects/databricks/wire.ts';
import type { ConnectionReport } from '../connector.ts';
import type { TimeLimits } from '../database/database-connector.ts';
import { onlyRow } from '../database/database-session.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { type PlatformConnector, platformConnector } from '../platform/platform-connector.ts';
import { browse } from './browse.ts';
import type { DatabricksAddress } from './databricks-address.ts';
import { DatabricksEngine } from './databricks-engine.ts';
import { DatabricksSession } from './databricks-session.ts';
import { openTable } from './open-table.ts';
import { schemaPathOf } from './table-path.ts';

const product = 'Databricks';

/** A Databricks SQL warehouse. */
export function databricksConnector(
  address: DatabricksAddress,
  outbound: Outbound,
  limits: TimeLimits,
): PlatformConnector {
  return platformConnector<DatabricksSession>(
    {
      product,
      dialect: databricksDialect,
      openSession: (options) =>
        DatabricksSession.open(outbound, address, { product, address, table: options.table }, options),
      reportConnection,
      browse,
      openTable: (session, table) =>
        openTable(session, schemaPathOf(table, address.catalog), table.table, { isPinned: true }),
      // Statistics are kept of few tables, and are no part of SQL.
      estimate: async () => ({ rows: null, distinct: new Map() }),
      openEngine: async (session) => new DatabricksEngine(session, (await readServer(session)).version),
      engine: (session) => new DatabricksEngine(session, ''),
      complete: (sql) => sql,
      wireOf,
      // It keeps no times that are finer than a copy.
      refuseCopied: () => undefined,
    },
    limits,
  );
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
