import { AppError } from '../../domain/app-error.ts';
import type { DatabricksSettings } from '../../domain/catalog/source.ts';
import { type DatabaseAddress, databaseAddress } from '../outbound/database-address.ts';

/** A SQL warehouse of a workspace and how to log in to it. */
export interface DatabricksAddress extends DatabaseAddress {
  readonly warehouseId: string;
  readonly authentication: DatabricksSettings['authentication'];
  /** Where names without a catalog are looked for. */
  readonly catalog: string | null;
}

/** Workspaces are reached by HTTPS alone, and their certificates are those of public authorities. */
const port = 443;

/** `/sql/1.0/warehouses/1234567890abcdef`; older warehouses call themselves endpoints. */
const warehousePath = /^\/sql\/1\.0\/(?:warehouses|endpoints)\/([A-Za-z0-9]+)\/?$/;

export function databricksAddress(settings: DatabricksSettings, secret: string | null): DatabricksAddress {
  const { host, httpPath, catalog, authentication, clientId } = settings;
  const warehouseId = warehousePath.exec(httpPath)?.[1];
  if (warehouseId === undefined) {
    throw invalid(
      `${JSON.stringify(httpPath)} is no path of a SQL warehouse. Copy the HTTP path from its connection details: /sql/1.0/warehouses/….`,
    );
  }
  if (secret === null) throw invalid('A Databricks connection needs a secret, and this one has none.');
  const address = databaseAddress({
    host,
    port,
    database: catalog ?? warehouseId,
    user: clientId ?? 'token',
    password: secret,
    tls: { mode: 'verify-full', authorities: null },
  });
  return Object.freeze({ ...address, warehouseId, authentication, catalog });
}

function invalid(detail: string): AppError {
  return new AppError('connection_settings_invalid', { detail });
}
