import type { readDeliveries, readWebhook } from '../../app/webhooks/read-webhooks.ts';
import { etagOf } from '../../domain/etag.ts';

export type ShownWebhook = Awaited<ReturnType<typeof readWebhook>>;
type Delivery = Awaited<ReturnType<typeof readDeliveries>>['items'][number];

export function webhookView(webhook: ShownWebhook) {
  const { webhookUuid, name, url, eventTypes, state, previousSecretUntil, createdAt, version } = webhook;
  return {
    webhookUuid,
    name,
    url,
    eventTypes,
    state,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    etag: etagOf('webhook', webhookUuid, version),
  };
}

export function deliveryView(delivery: Delivery) {
  const { deliveryUuid, webhookUuid, eventUuid, type, subject, state, attempts } = delivery;
  return {
    deliveryUuid,
    webhookUuid,
    eventId: eventUuid,
    eventType: type,
    eventSubject: subject,
    state,
    attempts,
    createdAt: delivery.createdAt.toISOString(),
    finishedAt: delivery.finishedAt?.toISOString() ?? null,
  };
}
