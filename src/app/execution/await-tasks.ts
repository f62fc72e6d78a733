import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Claim, type ClaimRequest, claimTasks } from './claim-tasks.ts';

/** Hands out leases as soon as there is work, or none after so many seconds. */
export async function awaitTasks(
  ctx: AppContext,
  executor: ExecutorCaller,
  request: ClaimRequest,
  waitSeconds: number,
): Promise<Claim> {
  const until = performance.now() + waitSeconds * 1000;
  for (;;) {
    const announced = ctx.workSignal.next();
    const claim = await claimTasks(ctx, executor, request);
    const leftMs = until - performance.now();
    if (claim.leases.length > 0 || leftMs <= 0 || ctx.workSignal.isClosed) return claim;
    await within(announced, leftMs);
  }
}

/** Work of a tenant that waited longest becomes due without an announcement: the executor's next claim finds it. */
async function within(announced: Promise<void>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([announced, over.promise]);
  clearTimeout(timer);
}
