import { AppError } from '../../domain/app-error.ts';
import { readHost } from './read-host.ts';
import { Secret } from './secret.ts';

/** A database and how to log in to it: all of it by value, nothing from files or the environment. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: Secret;
  readonly tls: TlsSettings;
}

export const tlsModes = ['disable', 'require', 'verify-full'] as const;
export type TlsMode = (typeof tlsModes)[number];

export interface TlsSettings {
  /** `require` encrypts but trusts whoever answers; `verify-full` also checks the certificate and its name. */
  readonly mode: TlsMode;
  /** PEM of the authorities to trust; null for those that Node trusts. */
  readonly authorities: string | null;
}

export const databaseSystems = ['postgresql', 'mysql', 'trino', 'databricks'] as const;
export type DatabaseSystem = (typeof databaseSystems)[number];

interface Scheme {
  readonly system: DatabaseSystem;
  readonly port: number;
}

const schemes: Readonly<Record<string, Scheme>> = {
  'postgresql:': { system: 'postgresql', port: 5432 },
  'postgres:': { system: 'postgresql', port: 5432 },
  'mysql:': { system: 'mysql', port: 3306 },
  'mariadb:': { system: 'mysql', port: 3306 },
  'trino:': { system: 'trino', port: 443 },
  'databricks:': { system: 'databricks', port: 443 },
};

/** A table or view, by its exact names. MySQL calls a schema a database. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

export interface DatabaseUrl {
  readonly system: DatabaseSystem;
  readonly address: DatabaseAddress;
  /** Where the URL names one: `?schema=…&table=…`. */
  readonly table: TableName | null;
  /** The SQL warehouse of a Databricks workspace: `?warehouse=…`; null where the URL names none. */
  readonly warehouse: string | null;
}

/**
 * Reads `postgresql://user:password@host:port/database?tls=verify-full&schema=…&table=…`, `mysql:` likewise, `trino:`
 * with a catalog for a database, or `databricks:` with a catalog, a warehouse, and no user unless it is a service
 * principal. libpq and its kin take far more from a URL (other hosts, sockets, certificates and service files, server
 * options), each a way around the allowed hosts or into the file system: whatever is not known here is refused.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.parse(text);
  if (url === null)
    throw invalid('The address of a database is written postgresql://user:password@host/database.');
  const scheme = schemes[url.protocol];
  if (scheme === undefined) {
    throw invalid(`${url.protocol}// is no kind of database: there are ${Object.keys(schemes).join(', ')}.`);
  }
  const system = scheme.system;
  const options = readOptions(url.searchParams, system);
  if (system === 'databricks' && url.password !== '') {
    throw invalid(
      'A token in an address is seen by every user of the machine. Give it apart from the address.',
    );
  }
  if (url.hash !== '') throw invalid('The address of a database has no part after #: encode it as %23.');
  const database = decode(url.pathname.replace(/^\//, ''), 'database');
  const address = databaseAddress({
    host: decode(url.hostname, 'host'),
    port: url.port === '' ? scheme.port : Number(url.port),
    database,
    user: decode(url.username, 'user') || (usualUser[system] ?? ''),
    password: decode(url.password, 'password'),
    tls: { mode: options.tls ?? 'verify-full', authorities: null },
  });
  const { schema = usualSchema(system, database), table } = options;
  return Object.freeze({
    system,
    address,
    table: table === undefined ? null : { schema, table },
    warehouse: options.warehouse ?? null,
  });
}

/** Who has a token need not say who they are; the word is the one that Databricks itself uses. */
const usualUser: Partial<Record<DatabaseSystem, string>> = { databricks: 'token' };

function usualSchema(system: DatabaseSystem, database: string): string {
  switch (system) {
    case 'postgresql':
      return 'public';
    case 'mysql':
      return database;
    case 'trino':
    case 'databricks':
      return 'default';
  }
}

/** Settings as a person or a URL gives them, checked. */
export function databaseAddress(given: {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: TlsSettings;
}): DatabaseAddress {
  const host = readHost(given.host);
  if (!host.ok) throw invalid(`${JSON.stringify(given.host)} cannot be connected to: ${host.reason}.`);
  if (!Number.isInteger(given.port) || given.port < 1 || given.port > 65_535) {
    throw invalid('The port must be a whole number from 1 to 65535.');
  }
  for (const part of ['database', 'user'] as const) {
    if (given[part] === '') throw invalid(`The ${part} is missing.`);
  }
  for (const part of ['database', 'user', 'password'] as const) {
    // Both protocols end a text with NUL.
    if (given[part].includes('\0'))
      throw invalid(`The ${part} holds a NUL character, which no server takes.`);
  }
  const { password, ...rest } = given;
  return Object.freeze({ ...rest, password: new Secret(password) });
}

/** Whether two addresses lead to one server by one login, whatever database of it they name. */
export function sameLogin(a: DatabaseAddress, b: DatabaseAddress): boolean {
  return (
    a.host === b.host &&
    a.port === b.port &&
    a.user === b.user &&
    a.password.reveal() === b.password.reveal() &&
    a.tls.mode === b.tls.mode &&
    a.tls.authorities === b.tls.authorities
  );
}

interface Options {
  tls?: TlsMode;
  schema?: string;
  table?: string;
  warehouse?: string;
}

function readOptions(parameters: URLSearchParams, system: DatabaseSystem): Options {
  const options: Options = {};
  const named = ['schema', 'table', ...(system === 'databricks' ? (['warehouse'] as const) : [])] as const;
  for (const [name, value] of parameters) {
    if (Object.hasOwn(options, name)) throw invalid(`The option ${name} is given twice.`);
    const own = named.find((known) => known === name);
    if (own !== undefined) {
      options[own] = value;
    } else if (name === 'tls') {
      const mode = tlsModes.find((known) => known === value);
      if (mode === undefined) throw invalid(`The option tls takes one of ${tlsModes.join(', ')}.`);
      options.tls = mode;
    } else {
      throw invalid(`The option ${JSON.stringify(name)} is not taken: there are tls, ${named.join(', ')}.`);
    }
  }
  return options;
}

function decode(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new AppError(
      'connection_settings_invalid',
      { detail: `The ${part} in the address of the database is not encoded validly: write % as %25.` },
      { cause },
    );
  }
}

function invalid(detail: string): AppError {
  return new AppError('connection_settings_invalid', { detail });
}
