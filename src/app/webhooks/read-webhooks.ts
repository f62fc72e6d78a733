import { AppError } from '../../domain/app-error.ts';
import type { WebhookDeliveryState } from '../../domain/webhooks/webhook.ts';
import {
  type DeliveryRecord,
  getDelivery,
  listDeliveries,
} from '../../storage/queries/webhook-deliveries.ts';
import { getWebhook, listWebhooks, type WebhookRecord } from '../../storage/queries/webhooks.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readWebhooks(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest,
): Promise<Page<WebhookRecord>> {
  return readPage(
    ctx,
    { list: 'webhooks', orgUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, (tx) =>
        listWebhooks(tx, { limit, after: after === null ? null : String(after[0]) }),
      ),
    ({ webhookUuid }) => [webhookUuid],
  );
}

export async function readWebhook(
  ctx: AppContext,
  { orgUuid }: Caller,
  webhookUuid: string,
): Promise<WebhookRecord> {
  return ctx.storage.withTenant(orgUuid, (tx) => requireWebhook(tx, webhookUuid));
}

export async function readDeliveries(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest & { readonly webhookUuid: string; readonly state: WebhookDeliveryState | null },
): Promise<Page<DeliveryRecord>> {
  const { webhookUuid, state } = request;
  return readPage(
    ctx,
    { list: 'deliveries', orgUuid, webhookUuid, state },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, async (tx) => {
        await requireWebhook(tx, webhookUuid);
        return listDeliveries(tx, {
          webhookUuid,
          limit,
          after: after === null ? null : String(after[0]),
          ...(state !== null && { state }),
        });
      }),
    ({ deliveryUuid }) => [deliveryUuid],
  );
}

export async function requireWebhook(tx: TenantTx, webhookUuid: string): Promise<WebhookRecord> {
  const webhook = await getWebhook(tx, webhookUuid);
  if (webhook !== undefined) return webhook;
  throw new AppError('not_found', { detail: `No webhook ${webhookUuid} exists in this Organization.` });
}

export async function requireDelivery(
  tx: TenantTx,
  { webhookUuid, deliveryUuid }: { readonly webhookUuid: string; readonly deliveryUuid: string },
): Promise<DeliveryRecord> {
  await requireWebhook(tx, webhookUuid);
  const delivery = await getDelivery(tx, deliveryUuid);
  if (delivery?.webhookUuid === webhookUuid) return delivery;
  throw new AppError('not_found', { detail: `The webhook has no delivery ${deliveryUuid}.` });
}
