import { presenceSeconds } from '../../domain/execution/protocol.ts';
import type { ExecutorRecord } from '../../storage/across-tenants/executors.ts';
import { getActiveEnvironment } from '../../storage/queries/environments.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

/** The executors that do the work of the Organization and have called lately: its environment's, once that is ready. */
export async function readExecutors(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest,
): Promise<Page<ExecutorRecord>> {
  const environment = await ctx.storage.withTenant(orgUuid, getActiveEnvironment);
  const serves = environment?.state === 'ready' ? orgUuid : null;
  const since = new Date(ctx.clock.now().getTime() - presenceSeconds * 1000);
  return readPage(
    ctx,
    { list: 'executors', orgUuid },
    request,
    (limit, after) =>
      ctx.storage.listExecutors({ serves, since, limit, after: after === null ? null : String(after[0]) }),
    ({ executorUuid }) => [executorUuid],
  );
}
