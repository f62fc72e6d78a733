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

/** The user of whoever has a token. */
const tokenUser = 'token';

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
    user: clientId ?? tokenUser,
    password: secret,
    tls: { mode: 'verify-full', authorities: null },
  });
  return Object.freeze({ ...address, warehouseId, authentication, catalog });
}

/**
 * A warehouse as the address of a database names it: its catalog is the database, its user a service principal unless it
 * is a token that logs in. Secrets go to whoever proves to be the host; only on this machine nobody need.
 */
export function databricksAddressOf(address: DatabaseAddress, warehouseId: string | null): DatabricksAddress {
  const { host, database, user, password, tls } = address;
  if (warehouseId === null || !/^[A-Za-z0-9]+$/.test(warehouseId)) {
    throw invalid(
      'The address names no SQL warehouse. Add the last part of its HTTP path: &warehouse=1234567890abcdef.',
    );
  }
  if (password.reveal() === '') {
    throw invalid(
      'Databricks asks for a secret. Set PLUMBLINE_SOURCE_PASSWORD or PLUMBLINE_TARGET_PASSWORD to the token, or to the secret of the service principal.',
    );
  }
  if (tls.mode !== 'verify-full' && !['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw invalid(`A workspace is reached by HTTPS alone: take tls=${tls.mode} out of the address.`);
  }
  const authentication = user === tokenUser ? 'token' : 'servicePrincipal';
  return Object.freeze({ ...address, warehouseId, authentication, catalog: database });
}

function invalid(detail: string): AppError {
  return new AppError('connection_settings_invalid', { detail });
}
