/** A small workload whose damage shows: entries numbered without gaps, and a balance that must equal their sum. */
import type { PGlite } from 'kysely';

export type Ledger = Pick<PGlite, 'query' | 'transaction'>;

export const ledgerSchema = `
  CREATE TABLE IF NOT EXISTS entry (id int PRIMARY KEY, amount int NOT NULL, note text NOT NULL);
  CREATE TABLE IF NOT EXISTS balance (total int NOT NULL);
  INSERT INTO balance SELECT 0 WHERE NOT EXISTS (SELECT FROM balance)`;

/** Two statements in one commit, with enough text that the log moves on to new segments and pages are rewritten. */
export async function addEntry(ledger: Ledger, id: number): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx.query('INSERT INTO entry VALUES ($1, $1 % 7, repeat(md5($1::text), $2))', [id, 1 + (id % 100)]);
    await tx.query('UPDATE balance SET total = total + $1 % 7', [id]);
  });
}

export interface LedgerState {
  /** The last entry; there are that many. */
  readonly last: number;
  /** What is wrong with the data in itself, whatever was acknowledged. */
  readonly damage: string | null;
}

export async function readLedger(ledger: Ledger): Promise<LedgerState> {
  const { rows } = await ledger.query<{
    last: number;
    count: number;
    sum: number;
    total: number;
    notes: boolean;
  }>(
    `SELECT coalesce(max(id), 0) AS last, count(*)::int AS count, coalesce(sum(amount), 0)::int AS sum,
            (SELECT total FROM balance) AS total,
            coalesce(bool_and(note = repeat(md5(id::text), 1 + id % 100)), true) AS notes
       FROM entry`,
  );
  const state = rows[0];
  if (state === undefined) return { last: 0, damage: 'no answer' };
  const faults = [
    state.count === state.last ? [] : [`${state.count} entries up to number ${state.last}`],
    state.sum === state.total ? [] : [`a balance of ${state.total} for entries that add up to ${state.sum}`],
    state.notes ? [] : ['a note that is not what was written'],
  ].flat();
  return { last: state.last, damage: faults.length === 0 ? null : faults.join(', ') };
}
