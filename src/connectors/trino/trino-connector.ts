import { AppError } from '../../domain/app-error.ts';
import { withRoutines } from '../../engine/dialects/trino/functions.ts';
import { trinoDialect } from '../../engine/dialects/trino/trino-dialect.ts';
import { wireOf } from '../../engine/dialects/trino/wire.ts';
import type { ConnectionReport, DescribedField } from '../connector.ts';
import type { TimeLimits } from '../database/database-connector.ts';
import { tableText } from '../database/database-failure.ts';
import { onlyRow } from '../database/database-session.ts';
import type { TableName } from '../outbound/database-address.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { type PlatformConnector, platformConnector } from '../platform/platform-connector.ts';
import { fractionDigits, stagedFractionDigits } from '../staging/fraction-digits.ts';
import { browse } from './browse.ts';
import { openTable, readEstimates } from './open-table.ts';
import { versionsOfCatalogs } from './pin-version.ts';
import { schemaPathOf } from './table-path.ts';
import type { TrinoAddress } from './trino-address.ts';
import { TrinoEngine } from './trino-engine.ts';
import { TrinoSession } from './trino-session.ts';

const product = 'Trino';

/** A Trino cluster. */
export function trinoConnector(
  address: TrinoAddress,
  outbound: Outbound,
  limits: TimeLimits,
): PlatformConnector {
  const versionsOf = versionsOfCatalogs();
  return platformConnector<TrinoSession>(
    {
      product,
      dialect: trinoDialect,
      openSession: (options) =>
        TrinoSession.open(outbound, address, { product, address, table: options.table }, options),
      reportConnection,
      browse,
      openTable: (session, table) =>
        openTable(session, schemaPathOf(table, address.catalog), table.table, versionsOf),
      estimate: readEstimates,
      openEngine: async (session) => {
        const [version] = onlyRow(await session.query('SELECT version()'));
        return new TrinoEngine(session, version ?? '');
      },
      engine: (session) => new TrinoEngine(session, ''),
      complete: withRoutines,
      wireOf,
      refuseCopied: refuseFineTimes,
    },
    limits,
  );
}

async function reportConnection(session: TrinoSession): Promise<ConnectionReport> {
  const [version, user] = onlyRow(await session.query('SELECT version(), current_user'));
  const catalogs = await session.query(
    "SELECT 1 FROM system.metadata.catalogs WHERE catalog_name <> 'system' LIMIT 1",
  );
  return {
    product,
    version: version ?? '',
    user: user ?? '',
    encrypted: session.encrypted,
    remarks: catalogs.length === 0 ? ['The user sees no catalog. Have one granted.'] : [],
  };
}

/** Copies would lose digits of them. */
function refuseFineTimes(fields: readonly DescribedField[], table: TableName): void {
  const tooFine = fields.find(({ logicalType }) => fractionDigits(logicalType) > stagedFractionDigits);
  if (tooFine !== undefined) {
    throw new AppError('comparison_unsupported', {
      detail: `${tooFine.name} of ${tableText(table)} is a ${tooFine.nativeType}: outside its cluster times are compared to the microsecond. Compare it with a table of the same cluster, or a view that casts it to six digits.`,
    });
  }
}
