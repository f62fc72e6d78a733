import { databricksAddress } from '../../connectors/databricks/databricks-address.ts';
import { databricksConnector } from '../../connectors/databricks/databricks-connector.ts';
import * as databricksNames from '../../connectors/databricks/table-path.ts';
import { mysqlConnector } from '../../connectors/mysql/mysql-connector.ts';
import { databaseAddress } from '../../connectors/outbound/database-address.ts';
import { type Outbound, systemLookup } from '../../connectors/outbound/endpoint.ts';
import type { OutboundPolicy } from '../../connectors/outbound/outbound-policy.ts';
import { postgresqlConnector } from '../../connectors/postgresql/postgresql-connector.ts';
import * as trinoNames from '../../connectors/trino/table-path.ts';
import { trinoAddress } from '../../connectors/trino/trino-address.ts';
import { trinoConnector } from '../../connectors/trino/trino-connector.ts';
import type { DatabaseSettings, SourceKind } from '../../domain/catalog/source.ts';
import { databaseSource } from './database-source.ts';
import { type FilesSourceOptions, filesSource } from './files-source.ts';
import type { OpenSource } from './opened-source.ts';
import { platformSource } from './platform-source.ts';

export interface SourcesOptions extends FilesSourceOptions {
  /** Where connections to databases may go; nothing else can be reached. */
  readonly databases: OutboundPolicy;
}

/** Kinds of sources that this executor can reach. */
export const reachableKinds: readonly SourceKind[] = ['files', 'postgresql', 'mysql', 'trino', 'databricks'];

const connectTimeoutMs = 10_000;
/** A catalogue answers in milliseconds unless the server is in trouble; a person waits for the answer. */
const catalogueMs = 30_000;
/** Reading a table of a billion rows takes a while. */
const readingMs = 6 * 3_600_000;

/** Every kind of source, with what its operator allows. */
export function openSources(options: SourcesOptions): OpenSource {
  const outbound: Outbound = { policy: options.databases, lookup: systemLookup, connectTimeoutMs };
  const limits = { catalogueMs, readingMs };
  return ({ settings, password }) => {
    switch (settings.kind) {
      case 'files':
        return filesSource(settings, options);
      case 'postgresql':
        return databaseSource(postgresqlConnector(addressOf(settings, password), outbound, limits));
      case 'mysql':
        return databaseSource(mysqlConnector(addressOf(settings, password), outbound, limits));
      case 'trino':
        return platformSource(trinoConnector(trinoAddress(settings, password), outbound, limits), trinoNames);
      case 'databricks': {
        const address = databricksAddress(settings, password);
        return platformSource(databricksConnector(address, outbound, limits), databricksNames);
      }
      default:
        // No work of these kinds is claimed: they are not among the reachable ones.
        throw new TypeError(`This executor has no connector for sources of kind ${settings.kind}.`);
    }
  };
}

function addressOf({ host, port, database, user, tls }: DatabaseSettings, password: string | null) {
  return databaseAddress({
    host,
    port,
    database,
    user,
    password: password ?? '',
    tls: { mode: tls === 'verifyFull' ? 'verify-full' : tls, authorities: null },
  });
}
