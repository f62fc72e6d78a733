import { deliveryPausesMs } from '../../domain/webhooks/webhook.ts';
import type { AppendedEvent } from '../../storage/queries/events.ts';
import { insertDeliveries } from '../../storage/queries/webhook-deliveries.ts';
import { receiversOf } from '../../storage/queries/webhooks.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

/** The kind of background work that tells a receiver of an event. */
export const deliverEventKind = 'webhook.deliver';

/** A delivery that is asked for by hand. */
export interface AskedDelivery {
  readonly webhookUuid: string;
  readonly deliveryUuid: string;
}

type DeliveryContext = Pick<AppContext, 'ids' | 'clock'>;

/** Has every receiver told that chose this type of event; in the transaction of the event, so that none is forgotten. */
export async function queueDeliveries(
  ctx: DeliveryContext,
  tx: TenantTx,
  event: AppendedEvent,
): Promise<void> {
  const receivers = await receiversOf(tx, event.type);
  const deliveries = receivers.map((webhookUuid) => ({ webhookUuid, deliveryUuid: ctx.ids.uuid() }));
  await queue(ctx, tx, event.sequence, deliveries);
}

/** Has one receiver told, whatever it chose. */
export async function queueDelivery(
  ctx: DeliveryContext,
  tx: TenantTx,
  sequence: number,
  delivery: AskedDelivery,
): Promise<void> {
  await queue(ctx, tx, sequence, [delivery]);
}

async function queue(
  ctx: DeliveryContext,
  tx: TenantTx,
  sequence: number,
  deliveries: readonly AskedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const now = ctx.clock.now();
  await insertDeliveries(
    tx,
    deliveries.map((delivery) => ({ ...delivery, sequence, createdAt: now })),
  );
  await enqueueWork(
    tx,
    ...deliveries.map(({ deliveryUuid }) => ({
      workUuid: ctx.ids.uuid(),
      kind: deliverEventKind,
      payload: { deliveryUuid },
      operationUuid: null,
      runAfter: now,
      maxAttempts: deliveryPausesMs.length + 1,
    })),
  );
}
