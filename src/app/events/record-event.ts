import type { NewEvent } from '../../domain/events/event-data.ts';
import { appendEvent } from '../../storage/queries/events.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { queueNotifications } from '../notifications/queue-notifications.ts';
import { type AskedDelivery, queueDeliveries, queueDelivery } from '../webhooks/queue-deliveries.ts';

export type EventContext = Pick<AppContext, 'ids' | 'clock' | 'eventSignal'>;

/**
 * Tells of a change in the transaction that makes it: there is an event, and a delivery to everybody who is to hear of
 * it, exactly if there is the change. It is written last, because whoever writes one keeps all others of the
 * Organization waiting. `only`: told to this one alone.
 */
export function recordEvent(ctx: EventContext, tx: TenantTx, event: NewEvent, only?: AskedDelivery): void {
  const occurredAt = ctx.clock.now();
  tx.beforeCommit(async () => {
    const written = await appendEvent(tx, { ...event, eventUuid: ctx.ids.uuid(), occurredAt });
    if (only !== undefined) await queueDelivery(ctx, tx, written.sequence, only);
    else {
      await queueDeliveries(ctx, tx, written);
      await queueNotifications(ctx, tx, written);
    }
    tx.afterCommit(() => ctx.eventSignal.announce(written.orgUuid));
  });
}
