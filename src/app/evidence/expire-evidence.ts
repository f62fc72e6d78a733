import type { AppContext } from '../context.ts';
import { deleteEvidence } from './delete-evidence.ts';

/** Parts of Runs at a time: each has a transaction of its own to wait for. */
const batch = 100;

const dayMs = 24 * 60 * 60 * 1000;

/** Has all evidence deleted that is older than its retention. */
export async function expireEvidence(ctx: AppContext, days: number, isStopped: () => boolean): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - days * dayMs);
  while (!isStopped()) {
    const expired = await ctx.storage.expiredEvidence({ before, limit: batch });
    for (const { orgUuid, runUuid } of expired) {
      await ctx.storage.withTenant(orgUuid, (tx) => deleteEvidence(ctx, tx, runUuid));
    }
    if (expired.length === 0) return;
  }
}
