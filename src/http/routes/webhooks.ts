import { redeliver, testWebhook } from '../../app/webhooks/ask-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '../../app/webhooks/change-webhooks.ts';
import { readDeliveries, readWebhook, readWebhooks } from '../../app/webhooks/read-webhooks.ts';
import type { HandlersOf } from '../handler.ts';
import { present } from '../request/present.ts';
import { deliveryView, type ShownWebhook, webhookView } from '../views/webhook-view.ts';

export const webhookHandlers: HandlersOf<
  | 'create_webhook'
  | 'list_webhooks'
  | 'get_webhook'
  | 'update_webhook'
  | 'rotate_webhook_secret'
  | 'delete_webhook'
  | 'test_webhook'
  | 'list_webhook_deliveries'
  | 'redeliver_webhook_event'
> = {
  async create_webhook({ ctx, caller, body, retry }) {
    const settings = { ...body, eventTypes: body.eventTypes ?? [] };
    const { webhook, secret, replayed } = await createWebhook(ctx, caller, settings, retry);
    const view = { ...webhookView(webhook), secret };
    const location = `/api/v1/webhooks/${view.webhookUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_webhooks({ ctx, caller, query }) {
    const { items, nextCursor } = await readWebhooks(ctx, caller, query);
    return { status: 200, body: { items: items.map(webhookView), nextCursor } };
  },

  async get_webhook({ ctx, caller, params }) {
    return shown(await readWebhook(ctx, caller, params.webhookUuid));
  },

  async update_webhook({ ctx, caller, params, body, ifMatch }) {
    return shown(await updateWebhook(ctx, caller, { ...params, ifMatch }, present(body)));
  },

  async rotate_webhook_secret({ ctx, caller, params, ifMatch }) {
    const { webhook, secret } = await rotateSecret(ctx, caller, { ...params, ifMatch });
    const body = { ...webhookView(webhook), secret };
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async delete_webhook({ ctx, caller, params, ifMatch }) {
    await deleteWebhook(ctx, caller, { ...params, ifMatch });
    return { status: 204, body: undefined };
  },

  async test_webhook({ ctx, caller, params, retry }) {
    const { delivery, replayed } = await testWebhook(ctx, caller, params.webhookUuid, retry);
    return { status: 201, body: deliveryView(delivery), headers: { replayed } };
  },

  async list_webhook_deliveries({ ctx, caller, params, query }) {
    const { items, nextCursor } = await readDeliveries(ctx, caller, { ...params, ...query });
    return { status: 200, body: { items: items.map(deliveryView), nextCursor } };
  },

  async redeliver_webhook_event({ ctx, caller, params, retry }) {
    const { delivery, replayed } = await redeliver(ctx, caller, params, retry);
    return { status: 201, body: deliveryView(delivery), headers: { replayed } };
  },
};

function shown(webhook: ShownWebhook) {
  const body = webhookView(webhook);
  return { status: 200, body, headers: { etag: body.etag } } as const;
}
