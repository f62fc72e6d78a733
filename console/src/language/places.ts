import type { Item } from '../api/queries.ts';

type Source = Item<'list_discovery_sources'>;
type Locator = Item<'list_datasets'>['locator'];

interface KindWords {
  readonly label: string;
  readonly hint: string;
}

export const sourceKinds: Readonly<Record<Source['kind'], KindWords>> = {
  files: { label: 'Files', hint: 'A folder of CSV, JSON and Parquet files' },
  postgresql: { label: 'PostgreSQL', hint: 'Tables and views of a PostgreSQL database' },
  mysql: { label: 'MySQL', hint: 'Tables and views of a MySQL or MariaDB database' },
  factory: { label: 'Data factory', hint: 'The datasets that an Azure data factory knows' },
  trino: { label: 'Trino', hint: 'Tables and views of a Trino cluster' },
  databricks: { label: 'Databricks', hint: 'Tables and views of a Databricks SQL warehouse' },
};

/** Where a source is, in one line. */
export function placeOf(settings: Source['settings']): string {
  switch (settings.kind) {
    case 'files':
      return settings.root;
    case 'postgresql':
    case 'mysql':
      return `${settings.user}@${settings.host}:${settings.port}/${settings.database}`;
    case 'factory':
      return `${settings.resourceGroup}/${settings.factoryName}`;
    case 'trino':
      return `${settings.user}@${settings.host}:${settings.port}`;
    case 'databricks':
      return settings.host + settings.httpPath;
  }
}

/** Where in its source a dataset is. */
export function locatorText(locator: Locator): string {
  return locator.kind === 'files' ? locator.path : `${locator.schema}.${locator.table}`;
}
