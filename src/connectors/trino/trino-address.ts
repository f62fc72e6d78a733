import { AppError } from '../../domain/app-error.ts';
import type { TrinoSettings } from '../../domain/catalog/source.ts';
import { type DatabaseAddress, databaseAddress } from '../outbound/database-address.ts';

/** A coordinator and how to log in to it. */
export interface TrinoAddress extends DatabaseAddress {
  readonly authentication: TrinoSettings['authentication'];
  /** Where names without a catalog are looked for. */
  readonly catalog: string | null;
}

/** The catalog that every server has, for the words that name a database. */
const ownCatalog = 'system';

export function trinoAddress(settings: TrinoSettings, secret: string | null): TrinoAddress {
  const { host, port, user, tls, catalog, authentication } = settings;
  if (authentication !== 'none' && secret === null) {
    throw invalid(`Authentication by ${authentication} needs a secret, and the connection has none.`);
  }
  // Trino itself refuses a password over plain HTTP; nothing that is secret is sent before it can say so.
  if (authentication !== 'none' && tls === 'disable') {
    throw invalid(
      `Authentication by ${authentication} needs TLS: set the TLS mode to require or verifyFull.`,
    );
  }
  const address = databaseAddress({
    host,
    port,
    database: catalog ?? ownCatalog,
    user,
    password: secret ?? '',
    tls: { mode: tls === 'verifyFull' ? 'verify-full' : tls, authorities: null },
  });
  return Object.freeze({ ...address, authentication, catalog });
}

/** A cluster as the address of a database names it: its catalog is the database, and a password is the way to log in. */
export function trinoAddressOf({ database, ...address }: DatabaseAddress): TrinoAddress {
  const { host, port, user, password, tls } = address;
  const secret = password.reveal();
  return trinoAddress(
    {
      kind: 'trino',
      host,
      port,
      user,
      tls: tls.mode === 'verify-full' ? 'verifyFull' : tls.mode,
      catalog: database,
      authentication: secret === '' ? 'none' : 'password',
    },
    secret === '' ? null : secret,
  );
}

function invalid(detail: string): AppError {
  return new AppError('connection_settings_invalid', { detail });
}
