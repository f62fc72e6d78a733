import type { PGlite } from '@electric-sql/pglite';

/**
 * WAL to replay after a crash, at most about this much: a single session has no checkpointer, so without this the log
 * grows until a clean close (measured: 136 MB after 120 MB of writes under max_wal_size = 64 MB).
 */
const longBytes = 32 * 1024 * 1024;
/** Asking costs about 0.3 ms, so it is asked at most this often. */
const askEveryMs = 1_000;

/** Checkpoints when the write-ahead log has grown long since the last one. */
export class WalGrowth {
  readonly #pglite: PGlite;
  #askedAt = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async checkpointIfLong(): Promise<void> {
    const now = performance.now();
    if (now - this.#askedAt < askEveryMs) return;
    this.#askedAt = now;
    const grown = await this.#pglite.query<{ bytes: string }>(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 AS bytes FROM pg_control_checkpoint()',
    );
    if (Number(grown.rows[0]?.bytes ?? 0) > longBytes) await this.#pglite.exec('CHECKPOINT');
  }
}
