import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Claim, type ClaimRequest, claimTasks } from './claim-tasks.ts';

/** How long to wait for work, and for whom: one that is gone gets none. */
export interface Patience {
  readonly seconds: number;
  /** Resolves when the executor has hung up. */
  readonly hungUp: () => Promise<void>;
}

/** Hands out leases as soon as there is work, or none once the patience is over. */
export async function awaitTasks(
  ctx: AppContext,
  executor: ExecutorCaller,
  request: ClaimRequest,
  { seconds, hungUp }: Patience,
): Promise<Claim> {
  const until = performance.now() + seconds * 1000;
  let isGone = false;
  const gone = seconds === 0 ? undefined : hungUp().then(() => (isGone = true));
  for (;;) {
    const announced = ctx.workSignal.next();
    const claim = await claimTasks(ctx, executor, request);
    const leftMs = until - performance.now();
    if (claim.leases.length > 0 || leftMs <= 0 || ctx.workSignal.isClosed) return claim;
    await within([announced, gone], leftMs);
    if (isGone) return claim;
  }
}

/** What becomes due without an announcement, such as the work of a lost lease, the executor's next claim finds. */
async function within(events: readonly (Promise<unknown> | undefined)[], ms: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([over.promise, ...events.filter((event) => event !== undefined)]);
  clearTimeout(timer);
}
