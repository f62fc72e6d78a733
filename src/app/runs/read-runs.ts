import { AppError } from '../../domain/app-error.ts';
import { isFinished, type RunScope, type RunStatus } from '../../domain/runs/run.ts';
import { getRun, type RunRecord } from '../../storage/queries/runs.ts';
import { listRuns, type RunPosition, type RunSort } from '../../storage/queries/runs-list.ts';
import { testsUnderWay } from '../../storage/queries/runs-parts.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import type { CursorPosition } from '../cursor.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

/** A Run, and how many of its tests are done, as its executors last said. */
export interface FollowedRun extends RunRecord {
  readonly done: number;
}

export interface RunsRequest extends PageRequest {
  readonly validationTestUuid: string | null;
  readonly overallStatus: RunStatus | null;
  readonly scope: RunScope | null;
  readonly sortBy: RunSort;
  readonly search: string | null;
  readonly direction: 'asc' | 'desc';
}

export async function readRuns(
  ctx: AppContext,
  caller: Caller,
  request: RunsRequest,
): Promise<Page<FollowedRun>> {
  const { orgUuid } = caller;
  const { limit: _, cursor: __, ...filters } = request;
  const { overallStatus: status, ...list } = filters;
  return readPage(
    ctx,
    { list: 'runs', orgUuid, ...filters },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, async (tx) => {
        const position = after && positionOf(request.sortBy, after);
        return follow(tx, await listRuns(tx, { ...list, status, limit, after: position }));
      }),
    ({ sortValue, runUuid }) => [sortValue instanceof Date ? sortValue.toISOString() : sortValue, runUuid],
  );
}

function positionOf(sortBy: RunSort, [value, runUuid]: CursorPosition): RunPosition {
  const sorted = sortBy === 'startedAt' ? new Date(String(value)) : (value ?? '');
  return { value: sorted, runUuid: String(runUuid) };
}

export async function readRun(ctx: AppContext, caller: Caller, runUuid: string): Promise<FollowedRun> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => followOne(tx, await requireRun(tx, runUuid)));
}

export async function followOne(tx: TenantTx, run: RunRecord): Promise<FollowedRun> {
  const [followed] = await follow(tx, [run]);
  return followed ?? { ...run, done: 0 };
}

/** Only those under way have more to say than their results. */
async function follow<Run extends RunRecord>(
  tx: TenantTx,
  runs: readonly Run[],
): Promise<(Run & FollowedRun)[]> {
  const open = runs.filter(({ status }) => !isFinished(status)).map(({ runUuid }) => runUuid);
  const underWay = open.length === 0 ? [] : await testsUnderWay(tx, open);
  const extra = new Map(underWay.map(({ runUuid, done }) => [runUuid, done]));
  return runs.map((run) => ({
    ...run,
    done: Math.min(run.testCount, run.resultCount + run.noResultCount + (extra.get(run.runUuid) ?? 0)),
  }));
}

/** `get` reads it, or reads and locks it. */
export async function requireRun(
  tx: TenantTx,
  runUuid: string,
  get: typeof getRun = getRun,
): Promise<RunRecord> {
  const run = await get(tx, runUuid);
  if (run !== undefined) return run;
  throw new AppError('not_found', { detail: `No Run ${runUuid} exists in this Organization.` });
}

/** What stands in a finished Run no longer changes. */
export function assertFinished(run: RunRecord): void {
  if (isFinished(run.status)) return;
  throw new AppError('run_not_finished', {
    detail: `The Run ${run.runUuid} is ${run.status}. Wait until it has finished, or cancel it first.`,
  });
}
