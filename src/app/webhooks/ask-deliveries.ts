import { AppError } from '../../domain/app-error.ts';
import type { DeliveryRecord } from '../../storage/queries/webhook-deliveries.ts';
import type { WebhookRecord } from '../../storage/queries/webhooks.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { requireDelivery, requireWebhook } from './read-webhooks.ts';

export interface QueuedDelivery {
  readonly delivery: DeliveryRecord;
  readonly replayed: boolean;
}

/** Sends an event that says that it is a test, to this receiver alone. */
export async function testWebhook(
  ctx: AppContext,
  caller: Caller,
  webhookUuid: string,
  retry: RetryKey,
): Promise<QueuedDelivery> {
  return queueOnce(ctx, caller, webhookUuid, retry, async (tx, { name }, deliveryUuid) => {
    recordEvent(
      ctx,
      tx,
      {
        type: 'plumbline.webhook.test',
        subject: `webhooks/${webhookUuid}`,
        data: { webhookUuid, name },
      },
      { webhookUuid, deliveryUuid },
    );
  });
}

/** Sends an event once more, with the id that it had. */
export async function redeliver(
  ctx: AppContext,
  caller: Caller,
  asked: { readonly webhookUuid: string; readonly deliveryUuid: string },
  retry: RetryKey,
): Promise<QueuedDelivery> {
  const { webhookUuid } = asked;
  return queueOnce(ctx, caller, webhookUuid, retry, async (tx, _, deliveryUuid) => {
    const { sequence } = await requireDelivery(tx, asked);
    await queueDelivery(ctx, tx, sequence, { webhookUuid, deliveryUuid });
  });
}

async function queueOnce(
  ctx: AppContext,
  caller: Caller,
  webhookUuid: string,
  retry: RetryKey,
  queue: (tx: TenantTx, webhook: WebhookRecord, deliveryUuid: string) => Promise<void>,
): Promise<QueuedDelivery> {
  const { orgUuid, principal } = caller;
  const { resourceUuid: deliveryUuid, replayed } = await ctx.storage.withTenant(orgUuid, (tx) =>
    once(ctx, tx, principal, retry, async () => {
      const webhook = await requireWebhook(tx, webhookUuid);
      assertActive(webhook);
      const queued = ctx.ids.uuid();
      await queue(tx, webhook, queued);
      return queued;
    }),
  );
  // It is written with the event, at the end of the transaction.
  const delivery = await ctx.storage.withTenant(orgUuid, (tx) =>
    requireDelivery(tx, { webhookUuid, deliveryUuid }),
  );
  return { delivery, replayed };
}

function assertActive({ state, name }: WebhookRecord): void {
  if (state === 'active') return;
  throw new AppError('webhook_disabled', {
    detail: `The webhook "${name}" is disabled. Enable it first; its receiver may have answered 410.`,
  });
}
