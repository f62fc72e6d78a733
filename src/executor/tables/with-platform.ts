import type { DescribedField } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import type { PlatformConnector } from '../../connectors/platform/platform-connector.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';

export interface TableOnPlatform {
  readonly connector: PlatformConnector;
  readonly table: TableName;
  /** As the dataset was prepared. One that has changed since is refused with `dataset_schema_changed`. */
  readonly fields: readonly DescribedField[];
}

/** Two tables as the engine of their platform reads them. */
export interface PlatformRelations {
  readonly session: SqlSession;
  readonly relations: BySide<Relation>;
}

/** Works with two tables of one platform where they are: it is the engine. */
export async function withPlatform<T>(
  { source, target }: BySide<TableOnPlatform>,
  signal: AbortSignal | undefined,
  work: (there: PlatformRelations) => Promise<T>,
): Promise<T> {
  const open = ({ connector, table, fields }: TableOnPlatform) =>
    connector.relation(table, fields, { signal });
  const relations = { source: await open(source), target: await open(target) };
  return source.connector.withEngine((session) => work({ session, relations }), { signal });
}
