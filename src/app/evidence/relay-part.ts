import { getWorkPayload } from '../../storage/queries/work.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import type { QueuedTask } from '../execution/queued-task.ts';
import { leaseLost } from '../execution/with-lease.ts';
import type { RelayPart } from './relay.ts';

/** Passes a part on to another replica of the service; resolves to whether more is wanted. */
export type ForwardPart = (replicaUrl: string) => Promise<boolean>;

/**
 * Takes a part of the evidence for the reader who waits for it, here or at another replica. Answers whether more is
 * wanted. Only the executor that holds the lease on the reading has anything to send.
 */
export async function relayPart(
  ctx: AppContext,
  executor: ExecutorCaller,
  relayUuid: string,
  part: RelayPart,
  forward: ForwardPart | null,
): Promise<boolean> {
  const orgUuid = await ctx.storage.findLease({ workUuid: relayUuid, executor: executor.identity });
  if (orgUuid === null || (executor.scope === 'organization' && executor.orgUuid !== orgUuid)) {
    throw leaseLost();
  }
  const relay = ctx.relays.get(relayUuid);
  if (relay !== undefined) return relay.receive(part);
  // It came from the replica that the reader was connected to once, or the reader was here and is gone.
  if (forward === null) return false;
  const payload = await ctx.storage.withTenant(orgUuid, (tx) => getWorkPayload(tx, relayUuid));
  const task = payload as QueuedTask | undefined;
  if (task?.kind !== 'evidence.read' || task.replicaUrl === ctx.settings.replicaUrl) return false;
  return forward(task.replicaUrl);
}
