import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../../../domain/clock.ts';
import { identityFolder } from './identity-secrets.ts';

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS artifact (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    grant_id TEXT,
    uid TEXT,
    consumed_at INTEGER,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS artifact_grant ON artifact (kind, grant_id);
  CREATE INDEX IF NOT EXISTS artifact_uid ON artifact (kind, uid);
  CREATE INDEX IF NOT EXISTS artifact_expiry ON artifact (expires_at);
`;

/** Anyone who reaches the sign-in page adds rows, so there is a bound; each sign-in leaves about six for a while. */
const defaultCapacity = 10_000;
/** Nothing is kept for ever, even where the library sets no limit: as long as the longest session. */
const defaultLifetimeSeconds = 14 * 86_400;

/**
 * What the sign-in protocol must remember (sessions, codes, grants, refresh tokens), in a file that only this user
 * reads. A restart signs nobody out.
 */
export class SignInState {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #capacity: number;

  constructor(dataDir: string, deps: { readonly clock: Clock; readonly capacity?: number }) {
    const file = join(identityFolder(dataDir), 'state.sqlite');
    // SQLite would create it readable for all; the files that it puts beside it get the permissions of this one.
    closeSync(openSync(file, 'a', 0o600));
    this.#clock = deps.clock;
    this.#capacity = deps.capacity ?? defaultCapacity;
    this.#database = new DatabaseSync(file);
    try {
      this.#database.exec(schema);
    } catch (cause) {
      this.#database.close();
      throw new Error(
        `The sign-in state in ${file} cannot be used. Delete it and start again: everyone signs in again.`,
        { cause },
      );
    }
    this.#purge();
  }

  /** The part of the state that belongs to one of oidc-provider's kinds of artifact. */
  adapter(kind: string): Adapter {
    const find = (column: 'id' | 'uid', value: string) => this.#find(kind, column, value);
    return {
      upsert: async (id, payload, expiresIn) => this.#upsert(kind, id, payload, expiresIn),
      find: async (id) => find('id', id),
      findByUid: async (uid) => find('uid', uid),
      // Only the device flow has user codes, and it is off.
      findByUserCode: async () => undefined,
      consume: async (id) => this.#consume(kind, id),
      destroy: async (id) => {
        this.#run('DELETE FROM artifact WHERE kind = ? AND id = ?', kind, id);
      },
      revokeByGrantId: async (grantId) => {
        this.#run('DELETE FROM artifact WHERE kind = ? AND grant_id = ?', kind, grantId);
      },
    };
  }

  get size(): number {
    return Number(this.#database.prepare('SELECT count(*) AS size FROM artifact').get()?.size ?? 0);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #upsert(kind: string, id: string, payload: AdapterPayload, expiresIn = defaultLifetimeSeconds): void {
    this.#run(
      `INSERT INTO artifact (kind, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
         uid = excluded.uid, expires_at = excluded.expires_at`,
      kind,
      id,
      JSON.stringify(payload),
      payload.grantId ?? null,
      payload.uid ?? null,
      this.#now() + expiresIn,
    );
    if (this.size > this.#capacity) this.#purge();
  }

  #find(kind: string, column: 'id' | 'uid', value: string): AdapterPayload | undefined {
    const row = this.#database
      .prepare(
        `SELECT payload, consumed_at FROM artifact WHERE kind = ? AND ${column} = ? AND expires_at > ? LIMIT 1`,
      )
      .get(kind, value, this.#now());
    if (row === undefined) return undefined;
    const payload: AdapterPayload = JSON.parse(String(row.payload));
    return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at };
  }

  /** A code or a refresh token is good once, also when two requests bring it at the same moment. */
  #consume(kind: string, id: string): void {
    const spent = this.#run(
      'UPDATE artifact SET consumed_at = ? WHERE kind = ? AND id = ? AND consumed_at IS NULL',
      this.#now(),
      kind,
      id,
    );
    if (spent === 0) throw new errors.InvalidGrant('already used');
  }

  /** What has expired goes; if that is not enough, what would expire soonest. */
  #purge(): void {
    this.#run('DELETE FROM artifact WHERE expires_at <= ?', this.#now());
    this.#run(
      `DELETE FROM artifact WHERE rowid IN
         (SELECT rowid FROM artifact ORDER BY expires_at LIMIT max(0, (SELECT count(*) FROM artifact) - ?))`,
      this.#capacity,
    );
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): number {
    return Number(this.#database.prepare(sql).run(...values).changes);
  }

  #now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}
