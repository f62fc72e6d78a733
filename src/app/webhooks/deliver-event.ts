import { AppError } from '../../domain/app-error.ts';
import { cloudEventOf, type EventRecord } from '../../domain/events/cloud-event.ts';
import { signMessage } from '../../domain/webhooks/signature.ts';
import { type DeliveryAttempt, deliveryPausesMs } from '../../domain/webhooks/webhook.ts';
import type { Posted } from '../../providers/webhooks/poster.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { getEvent } from '../../storage/queries/events.ts';
import { addDeliveryAttempt, finishDelivery, getDelivery } from '../../storage/queries/webhook-deliveries.ts';
import { disableWebhook, getWebhook, type WebhookRecord } from '../../storage/queries/webhooks.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';
import { deliverEventKind } from './queue-deliveries.ts';

/** What a receiver says that wants nothing any more. */
const gone = 410;

/** Tells receivers of events, at least once each; what fails is tried again over a day. */
export function deliverEvent(ctx: AppContext): WorkHandler {
  return {
    kind: deliverEventKind,
    // Longer than the poster's own limit, so that its reason is the one that is told.
    timeoutMs: 20_000,
    // By chance up to a tenth longer, so that what failed together does not come back together.
    pauseMs: (attempt, chance) => (deliveryPausesMs[attempt - 1] ?? 0) * (1 + chance / 10),
    async run(work, { signal }) {
      const deliveryUuid = deliveryOf(work);
      const { orgUuid } = work;
      const told = await ctx.storage.withTenant(orgUuid, (tx) => readDelivery(tx, deliveryUuid));
      if (told === undefined || told.webhook.state === 'disabled') {
        return { write: (tx) => end(ctx, tx, deliveryUuid, 'failed') };
      }
      const { attempt, ...wish } = await send(ctx, orgUuid, told, signal);
      const isTold = attempt.failure === null;
      const isGone = attempt.status === gone;
      // The last try ends in the log of deliveries. A dead letter is for what an operator has to look at.
      if (isTold || isGone || work.attempt >= work.maxAttempts) {
        return {
          async write(tx) {
            await addDeliveryAttempt(tx, { deliveryUuid, attempt });
            await end(ctx, tx, deliveryUuid, isTold ? 'delivered' : 'failed');
            if (isGone) await disable(ctx, tx, told.webhook);
          },
        };
      }
      await ctx.storage.withTenant(orgUuid, (tx) => addDeliveryAttempt(tx, { deliveryUuid, attempt }));
      throw new AppError('webhook_undelivered', {
        detail: `The receiver of the webhook did not take the event (${attempt.failure}, ${attempt.status ?? 'no status'}).`,
        ...wish,
      });
    },
    giveUp: (tx, work) => end(ctx, tx, deliveryOf(work), 'failed'),
  };
}

interface ToldDelivery {
  readonly webhook: WebhookRecord;
  readonly event: EventRecord;
}

function deliveryOf(work: ClaimedWork): string {
  return (work.payload as { readonly deliveryUuid: string }).deliveryUuid;
}

/** Undefined when the webhook or the event is no more. */
async function readDelivery(tx: TenantTx, deliveryUuid: string): Promise<ToldDelivery | undefined> {
  const delivery = await getDelivery(tx, deliveryUuid);
  if (delivery === undefined) return undefined;
  const webhook = await getWebhook(tx, delivery.webhookUuid);
  const event = await getEvent(tx, delivery.sequence);
  return webhook && event && { webhook, event };
}

/** A try, and when the receiver wants the next one. */
interface Sent extends Pick<Posted, 'retryAfterSeconds'> {
  readonly attempt: DeliveryAttempt;
}

async function send(
  ctx: AppContext,
  orgUuid: string,
  { webhook, event }: ToldDelivery,
  signal: AbortSignal,
): Promise<Sent> {
  const at = ctx.clock.now();
  const { publicUrl } = ctx.settings;
  const body = JSON.stringify(cloudEventOf(event, { publicUrl, orgUuid }));
  const secrets = ctx.webhookSecrets.open(orgUuid, webhook, at);
  const started = performance.now();
  const { status, failure, ...wish } = await ctx.poster.post({
    url: webhook.url,
    // The id of the event: a receiver that has seen it need not look at it again.
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': 'Plumbline-Webhooks',
      ...signMessage(secrets, { id: event.eventUuid, at, body }),
    },
    body,
    signal,
  });
  const durationMs = Math.round(performance.now() - started);
  return { attempt: { at: at.toISOString(), status, failure, durationMs }, ...wish };
}

async function end(
  ctx: AppContext,
  tx: TenantTx,
  deliveryUuid: string,
  state: 'delivered' | 'failed',
): Promise<void> {
  await finishDelivery(tx, { deliveryUuid, state, at: ctx.clock.now() });
}

async function disable(ctx: AppContext, tx: TenantTx, { webhookUuid, name }: WebhookRecord): Promise<void> {
  if (!(await disableWebhook(tx, webhookUuid))) return;
  recordEvent(ctx, tx, {
    type: 'plumbline.webhook.disabled',
    subject: `webhooks/${webhookUuid}`,
    data: { webhookUuid, name },
  });
}
