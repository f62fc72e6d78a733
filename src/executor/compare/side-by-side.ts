import type { SqlSession } from '../../engine/sql-session.ts';

/** What pieces of work share: an engine, and who may interrupt it. */
export interface Interruptible {
  readonly session: Pick<SqlSession, 'statementsAtOnce'>;
  readonly signal: AbortSignal | undefined;
}

type Work<C> = (context: C) => Promise<unknown>;
type Results<W extends readonly Work<never>[]> = { readonly [K in keyof W]: Awaited<ReturnType<W[K]>> };

/**
 * Does independent pieces of a comparison: as many at once as the engine takes statements, one after the other where it
 * takes one. Where a piece fails, the others are interrupted, and have ended before the failure is told.
 */
export async function sideBySide<C extends Interruptible, const W extends readonly Work<C>[]>(
  context: C,
  works: W,
): Promise<Results<W>> {
  const { session, signal } = context;
  const failing = new AbortController();
  const interrupted = AbortSignal.any([failing.signal, ...(signal === undefined ? [] : [signal])]);
  const results: unknown[] = [];
  const failures: unknown[] = [];
  const waiting = works.entries();
  const takeTurns = async () => {
    for (const [index, work] of waiting) {
      if (failures.length > 0) return;
      try {
        results[index] = await work({ ...context, signal: interrupted });
      } catch (error) {
        failures.push(error);
        failing.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: session.statementsAtOnce }, takeTurns));
  if (failures.length > 0) throw failures[0];
  return results as Results<W>;
}
