import { textLiteral } from '../../engine/dialects/postgresql/lexical.ts';
import { postgresqlPushdown } from '../../engine/dialects/postgresql/pushdown.ts';
import type { ConnectionReport, Connector } from '../connector.ts';
import { databaseConnector, type TimeLimits } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import { type DatabaseSession, onlyRow } from '../database/database-session.ts';
import type { DatabaseAddress, TableName } from '../outbound/database-address.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { browse } from './browse.ts';
import { openTable } from './open-table.ts';
import { PostgresqlSession } from './postgresql-session.ts';

/** A database of PostgreSQL 12 or later. */
export function postgresqlConnector(
  address: DatabaseAddress,
  outbound: Outbound,
  limits: TimeLimits,
): Connector<TableName> {
  const contextOf = (table: TableName | null): FailureContext => ({ product: 'PostgreSQL', address, table });
  return databaseConnector(
    {
      dialect: postgresqlPushdown,
      openSession: (options) => PostgresqlSession.open(outbound, contextOf(options.table), options),
      reportConnection,
      browse,
      openTable: (session, table, prepared) => openTable(session, contextOf(table), table, prepared),
      distinctEstimates,
    },
    limits,
  );
}

const ownTables = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;

async function reportConnection(session: DatabaseSession): Promise<ConnectionReport> {
  const [version, user, superuser, mayWrite, mayRead] = onlyRow(
    await session.query(`SELECT current_setting('server_version'), current_user,
  (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
  EXISTS (SELECT FROM ${ownTables} AND c.relkind IN ('r', 'p')
    AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  EXISTS (SELECT FROM ${ownTables} AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT'))`),
  );
  const tooMuch = superuser === 't' ? 'is a superuser' : mayWrite === 't' ? 'may change tables' : null;
  return {
    product: 'PostgreSQL',
    version: version ?? '',
    user: user ?? '',
    encrypted: session.encrypted,
    remarks: [
      ...(mayRead === 't' ? [] : ['The user may read no table of this database. Have SELECT granted.']),
      ...(tooMuch === null
        ? []
        : [`The user ${tooMuch}. Reading needs no such right: use one that may only read.`]),
    ],
  };
}

/** As ANALYZE left them: a number of values, or minus the part of all rows that are distinct. */
async function distinctEstimates(
  session: DatabaseSession,
  { schema, table }: TableName,
  rows: number,
): Promise<ReadonlyMap<string, number>> {
  const statistics = await session.query(
    `SELECT attname, n_distinct FROM pg_stats WHERE schemaname = ${textLiteral(schema)} AND tablename = ${textLiteral(table)} AND NOT inherited`,
  );
  return new Map(
    statistics.map(([name, distinct]) => {
      const estimate = Number(distinct);
      return [name ?? '', Math.round(estimate >= 0 ? estimate : -estimate * rows)];
    }),
  );
}
