import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';

/**
 * What happened to an item of work, for logs and metrics:
 * - `done`; `requeued` after an attempt that failed; `dead`, given up;
 * - `cancelled`: its operation was over before it began;
 * - `lost`: another holder has it by now, and nothing that this one did is written;
 * - `released`: given back unfinished because the service stops.
 */
export type WorkEvent = { readonly work: ClaimedWork; readonly seconds: number } & (
  | { readonly outcome: 'done' | 'cancelled' | 'lost' | 'released' }
  | { readonly outcome: 'requeued' | 'dead'; readonly error: unknown }
);
