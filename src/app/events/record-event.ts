import type { NewEvent } from '../../domain/events/event-data.ts';
import { appendEvent } from '../../storage/queries/events.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

export type EventContext = Pick<AppContext, 'ids' | 'clock' | 'eventSignal'>;

/**
 * Tells of a change in the transaction that makes it: there is an event exactly if there is the change. It is written
 * last, because whoever writes one keeps all others of the Organization waiting.
 */
export function recordEvent(ctx: EventContext, tx: TenantTx, event: NewEvent): void {
  const occurredAt = ctx.clock.now();
  tx.beforeCommit(async () => {
    const { orgUuid } = await appendEvent(tx, { ...event, eventUuid: ctx.ids.uuid(), occurredAt });
    tx.afterCommit(() => ctx.eventSignal.announce(orgUuid));
  });
}
