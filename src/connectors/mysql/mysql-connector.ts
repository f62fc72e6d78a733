import { textLiteral } from '../../engine/dialects/mysql/lexical.ts';
import { mysqlPushdown } from '../../engine/dialects/mysql/pushdown.ts';
import type { ConnectionReport, Connector } from '../connector.ts';
import { databaseConnector, type TimeLimits } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import { type DatabaseSession, onlyRow } from '../database/database-session.ts';
import type { DatabaseAddress, TableName } from '../outbound/database-address.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { browse } from './browse.ts';
import { MysqlSession } from './mysql-session.ts';
import { openTable } from './open-table.ts';

/** A server of MySQL 5.7 or later, or of MariaDB 10.2 or later. */
export function mysqlConnector(
  address: DatabaseAddress,
  outbound: Outbound,
  limits: TimeLimits,
): Connector<TableName> {
  const contextOf = (table: TableName | null): FailureContext => ({ product: 'MySQL', address, table });
  return databaseConnector(
    {
      dialect: mysqlPushdown,
      openSession: (options) => MysqlSession.open(outbound, contextOf(options.table), options),
      reportConnection,
      browse,
      openTable: (session, table) => openTable(session, contextOf(table), table),
      distinctEstimates,
    },
    limits,
  );
}

/** Rights that change something; whoever holds one has more than reading needs. */
const writingRights = ['INSERT', 'UPDATE', 'DELETE', 'DROP', 'ALTER', 'CREATE', 'SUPER', 'FILE'];

async function reportConnection(session: DatabaseSession): Promise<ConnectionReport> {
  const [version, user] = onlyRow(await session.query('SELECT VERSION(), CURRENT_USER()'));
  const mine = `GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')`;
  const rights = ['USER_PRIVILEGES', 'SCHEMA_PRIVILEGES', 'TABLE_PRIVILEGES'].map(
    (view) => `SELECT PRIVILEGE_TYPE FROM information_schema.${view} WHERE ${mine}`,
  );
  const held = (await session.query(rights.join(' UNION '))).map(([right]) => right ?? '');
  const [visible] = await session.query(
    "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') LIMIT 1",
  );
  return {
    product: /mariadb/i.test(version ?? '') ? 'MariaDB' : 'MySQL',
    version: version ?? '',
    user: user ?? '',
    encrypted: session.encrypted,
    remarks: [
      ...(visible === undefined ? ['The user sees no table. Have SELECT granted.'] : []),
      ...(held.some((right) => writingRights.includes(right))
        ? ['The user may change data. Reading needs no such right: use one that may only read.']
        : []),
    ],
  };
}

/** The server estimates distinct values of the first column of each index, and of no other. */
async function distinctEstimates(
  session: DatabaseSession,
  { schema, table }: TableName,
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.query(`SELECT COLUMN_NAME, MAX(CARDINALITY) FROM information_schema.STATISTICS
WHERE TABLE_SCHEMA = ${textLiteral(schema)} AND TABLE_NAME = ${textLiteral(table)} AND SEQ_IN_INDEX = 1 AND CARDINALITY IS NOT NULL
GROUP BY COLUMN_NAME`);
  return new Map(rows.map(([name, cardinality]) => [name ?? '', Number(cardinality)]));
}
