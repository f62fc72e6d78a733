import type { PGlite } from 'kysely';
import type pg from 'pg';

export interface EmbeddedDatabaseOptions {
  /** The directory of the database, for example `.plumbline/database`. Created, with mode 0700, if it is missing. */
  readonly dataDir: string;
  /** Called with one line of text when opening takes long enough for a person to wonder. */
  readonly onProgress?: (text: string) => void;
  /**
   * The role that every transaction of `service` runs as, and cannot leave. Looked up at each BEGIN, so a migration may
   * create it after opening; while it does not exist, transactions of `service` are refused.
   */
  readonly serviceRole: string;
  /** How column values are read: the very object that is given to `pg` as `types`, so that both drivers agree. */
  readonly types?: pg.CustomTypesConfig;
  /** Milliseconds that one call of `service` may take, waiting for the session included. */
  readonly serviceLimitMs?: number;
  /** The same for `admin`: migrations, exports and VACUUM take longer. */
  readonly adminLimitMs?: number;
  /** Milliseconds between two rounds of VACUUM and ANALYZE; 0 turns them off. */
  readonly maintenanceIntervalMs?: number;
}

/** The part of PGlite that Kysely's PGliteDialect asks for. A failed statement rejects with `DatabaseError` of `pg`. */
export type SessionHandle = PGlite;

export interface EmbeddedDatabase {
  /** As the superuser: migrations, maintenance, export and import. Never within reach of a request. */
  readonly admin: SessionHandle;
  /** As the service's role, in transactions only: a query outside one rejects with TypeError. */
  readonly service: SessionHandle;
  /**
   * Runs `fn` with the one session reserved for it; `fn` begins its transaction through either handle (or the Kysely
   * over it). Called again inside `fn` it throws TypeError at once, where it would otherwise wait for itself for good.
   */
  exclusive<T>(fn: () => Promise<T>): Promise<T>;
  /** One round of VACUUM and ANALYZE over the tables that changed. */
  maintain(): Promise<void>;
  /** Lets running and waiting calls finish, then closes; calls that come later are refused. */
  close(): Promise<void>;
}
