import { type ResultCounts, verdictOf } from '../../domain/runs/run.ts';
import { countResults, finishRun } from '../../storage/queries/runs.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** A Run that has just ended. */
export interface EndedRun {
  readonly runUuid: string;
}

/**
 * Counts tests that have just ended, and gives the verdict once they were the last: in the transaction that ended them,
 * with the Run's row locked, so that of two parts that end at once one sees the other.
 */
export async function concludeRun(
  tx: TenantTx,
  input: {
    readonly runUuid: string;
    readonly ended: ResultCounts;
    readonly at: Date;
    readonly cancelled?: boolean;
  },
): Promise<void> {
  const { runUuid, at, cancelled = false } = input;
  const run = await countResults(tx, input);
  if (run === undefined || run.resultCount + run.noResultCount < run.testCount) return;
  const counts = {
    pass: run.passCount,
    fail: run.failCount,
    error: run.errorCount,
    noResults: run.noResultCount,
  };
  await finishRun(tx, { runUuid, status: verdictOf(counts), at, cancelled });
}
