import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { SessionMisuse } from './session-protocol.ts';

/** PostgreSQL's SECURITY_LOCAL_USERID_CHANGE (miscadmin.h): while it is set, SET ROLE and its relatives are refused. */
const localUserIdChange = 1;
/** BOOTSTRAP_SUPERUSERID (pg_authid.dat): whom a single-user session logs in as, and cannot log in as another. */
const bootstrapSuperuser = 10;

/** The function of the engine that is called past SQL (exported by PGlite 0.5.16). */
interface EngineInternals {
  _SetUserIdAndSecContext(userId: number, securityContext: number): void;
}

/**
 * Holds the session in the service's role. `SET LOCAL ROLE` alone can be undone by any statement (RESET ROLE, or
 * set_config('role', …) inside a SELECT), and the session's own user is the superuser, whom row-level security does not
 * bind. So the engine is told what it is told inside a SECURITY DEFINER function: run as this user, who cannot change it.
 */
export class RoleLock {
  readonly #pglite: PGlite;
  readonly #role: string;
  readonly #internals: EngineInternals;
  #proven: number | undefined;

  constructor(pglite: PGlite, role: string) {
    this.#pglite = pglite;
    this.#role = role;
    this.#internals = internalsOf(pglite.Module);
  }

  /** The role may be dropped or altered by a statement of the superuser: look again. */
  forget(): void {
    this.#proven = undefined;
  }

  enter(): void {
    if (this.#proven === undefined)
      throw new TypeError('The role was not proven before the transaction began.');
    this.#internals._SetUserIdAndSecContext(this.#proven, localUserIdChange);
  }

  leave(): void {
    this.#internals._SetUserIdAndSecContext(bootstrapSuperuser, 0);
  }

  /** Finds the role and shows, in a transaction of its own, that the lock holds; refuses to go on if it does not. */
  async prove(): Promise<void> {
    if (this.#proven !== undefined) return;
    this.#proven = await this.#findRole();
    try {
      await this.#pglite.exec(`BEGIN; SET LOCAL ROLE ${pg.escapeIdentifier(this.#role)}`);
      this.enter();
      const inside = await this.#pglite.query<{ user: string }>('SELECT current_user AS user');
      if (inside.rows[0]?.user !== this.#role) throw new Error(`The session did not become ${this.#role}.`);
      if (await this.#canLeave()) throw new Error(`The session can leave the role ${this.#role}.`);
    } catch (error) {
      this.#proven = undefined;
      throw error;
    } finally {
      await this.#pglite.exec('ROLLBACK');
      this.leave();
    }
  }

  async #canLeave(): Promise<boolean> {
    try {
      await this.#pglite.query('RESET ROLE');
      return true;
    } catch {
      return false;
    }
  }

  async #findRole(): Promise<number> {
    const found = await this.#pglite.query<{ oid: string; bound: string }>(
      'SELECT oid, NOT (rolsuper OR rolbypassrls) AS bound FROM pg_catalog.pg_roles WHERE rolname = $1',
      [this.#role],
    );
    const role = found.rows[0];
    if (role === undefined) {
      throw new SessionMisuse(
        `The role ${this.#role} does not exist yet: migrate the database before using it.`,
      );
    }
    if (role.bound !== 't')
      throw new SessionMisuse(`The role ${this.#role} is not bound by row-level security.`);
    return Number(role.oid);
  }
}

function internalsOf(module: object): EngineInternals {
  if (!('_SetUserIdAndSecContext' in module)) {
    throw new TypeError(
      'PGlite no longer exports SetUserIdAndSecContext: the service cannot be held in its role.',
    );
  }
  return module as EngineInternals;
}
