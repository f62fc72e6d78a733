import type { ChangeKind } from '../../domain/runs/compare-runs.ts';
import { countChanges, listChanges, type ResultChange } from '../../storage/queries/results-comparison.ts';
import { previousRun, type RunRecord } from '../../storage/queries/runs.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';
import { assertFinished, requireRun } from './read-runs.ts';

export interface ComparisonRequest extends PageRequest {
  readonly runUuid: string;
  /** Null: the one of the same scope before it. */
  readonly with: string | null;
  readonly change: ChangeKind | null;
}

export interface RunComparison extends Page<ResultChange> {
  readonly runUuid: string;
  readonly previousRunUuid: string | null;
  readonly counts: Readonly<Record<ChangeKind, number>>;
}

/** What changed from an earlier Run to this one. */
export async function compareRuns(
  ctx: AppContext,
  caller: Caller,
  request: ComparisonRequest,
): Promise<RunComparison> {
  const { orgUuid } = caller;
  const { runUuid, change } = request;
  const previous = await ctx.storage.withTenant(orgUuid, (tx) => finishedPrevious(tx, request));
  if (previous === undefined) {
    const counts = { broke: 0, stillFailing: 0, repaired: 0, new: 0, gone: 0 };
    return { runUuid, previousRunUuid: null, counts, items: [], nextCursor: null };
  }
  const runs = { runUuid, previousRunUuid: previous.runUuid };
  const page = await readPage(
    ctx,
    { list: 'changes', orgUuid, ...runs, change },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, (tx) =>
        listChanges(tx, {
          ...runs,
          limit,
          after: after && { rank: Number(after[0]), validationTestUuid: String(after[1]) },
          ...(change !== null && { change }),
        }),
      ),
    ({ rank, validationTestUuid }) => [rank, validationTestUuid],
  );
  const counts = await ctx.storage.withTenant(orgUuid, (tx) => countChanges(tx, runs));
  return { ...runs, ...page, counts };
}

/** Both have their last word. */
async function finishedPrevious(
  tx: TenantTx,
  request: Pick<ComparisonRequest, 'runUuid' | 'with'>,
): Promise<RunRecord | undefined> {
  const run = await requireRun(tx, request.runUuid);
  const named = request.with ?? run.retryOf;
  const previous = named === null ? undefined : await requireRun(tx, named);
  assertFinished(run);
  if (previous === undefined) return await previousRun(tx, run);
  assertFinished(previous);
  return previous;
}
