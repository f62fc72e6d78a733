import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import {
  DeliveryStateName,
  V1CreateWebhook,
  V1UpdateWebhook,
  V1Webhook,
  V1WebhookDelivery,
  V1WebhookDeliveryPage,
  V1WebhookPage,
  V1WebhookWithSecret,
} from '../schemas/webhooks.ts';

const webhookPath = Type.Object({ webhookUuid: Uuid });
const deliveryPath = Type.Object({ webhookUuid: Uuid, deliveryUuid: Uuid });

const reading = {
  tag: 'Webhooks',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
} as const;

const changing = { ...reading, sideEffects: ['configurationWrite'], safety: 'ifMatch' } as const;
const creating = { ...changing, safety: 'idempotencyKey' } as const;

export const createWebhook = operation({
  operationId: 'create_webhook',
  method: 'POST',
  path: '/api/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Sends events to an address, signed as the Standard Webhooks have it. The secret is in this answer and in no other. A receiver that does not answer 2xx within 10 s is tried again over a day; one that answers 410 is disabled. The order is not promised, and an event may come more than once with the same `webhook-id`.',
  ...creating,
  body: V1CreateWebhook,
  responses: {
    201: {
      description: 'The webhook is active.',
      schema: V1WebhookWithSecret,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'webhook_address_refused', 'webhooks_exhausted'],
});

export const listWebhooks = operation({
  operationId: 'list_webhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  summary: 'List webhooks',
  description: 'Newest first, without their secrets.',
  ...reading,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of webhooks.', schema: V1WebhookPage } },
  problems: ['cursor_invalid'],
});

export const getWebhook = operation({
  operationId: 'get_webhook',
  method: 'GET',
  path: '/api/v1/webhooks/{webhookUuid}',
  summary: 'Read a webhook',
  description: 'Returns one webhook with the ETag that changing it needs.',
  ...reading,
  params: webhookPath,
  responses: { 200: { description: 'The webhook.', schema: V1Webhook, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateWebhook = operation({
  operationId: 'update_webhook',
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhookUuid}',
  summary: 'Change a webhook',
  description:
    'What is left out stays as it is. A webhook that is disabled is told nothing, and what happens meanwhile is not sent later.',
  ...changing,
  params: webhookPath,
  body: V1UpdateWebhook,
  responses: { 200: { description: 'The webhook.', schema: V1Webhook, headers: ['ETag'] } },
  problems: ['not_found', 'webhook_address_refused'],
});

export const rotateWebhookSecret = operation({
  operationId: 'rotate_webhook_secret',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookUuid}:rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Makes a new secret, which is in this answer and in no other. For 24 hours messages are signed with the one before as well.',
  ...changing,
  params: webhookPath,
  responses: {
    200: { description: 'The webhook and its new secret.', schema: V1WebhookWithSecret, headers: ['ETag'] },
  },
  problems: ['not_found'],
});

export const deleteWebhook = operation({
  operationId: 'delete_webhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhookUuid}',
  summary: 'Delete a webhook',
  description: 'Forgets the webhook and the log of its deliveries. What has not been sent is not sent.',
  ...changing,
  params: webhookPath,
  responses: { 204: { description: 'The webhook is deleted.' } },
  problems: ['not_found'],
});

export const testWebhook = operation({
  operationId: 'test_webhook',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookUuid}:test',
  summary: 'Send a test event',
  description:
    'Sends an event of the type `plumbline.webhook.test` to this receiver, whatever types it chose.',
  ...creating,
  params: webhookPath,
  responses: {
    201: {
      description: 'The delivery is queued.',
      schema: V1WebhookDelivery,
      headers: ['Idempotency-Replayed'],
    },
  },
  problems: ['not_found', 'webhook_disabled'],
});

export const listWebhookDeliveries = operation({
  operationId: 'list_webhook_deliveries',
  method: 'GET',
  path: '/api/v1/webhooks/{webhookUuid}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'What was sent and what the receiver answered, newest first.',
  ...reading,
  params: webhookPath,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    state: Type.Optional(nullable({ ...DeliveryStateName, description: 'Only deliveries in this state.' })),
  }),
  responses: { 200: { description: 'One page of deliveries.', schema: V1WebhookDeliveryPage } },
  problems: ['not_found', 'cursor_invalid'],
});

export const redeliverWebhookEvent = operation({
  operationId: 'redeliver_webhook_event',
  method: 'POST',
  path: '/api/v1/webhooks/{webhookUuid}/deliveries/{deliveryUuid}:redeliver',
  summary: 'Send an event once more',
  description: 'Queues a new delivery of the same event, with the same `webhook-id`.',
  ...creating,
  params: deliveryPath,
  responses: {
    201: {
      description: 'The delivery is queued.',
      schema: V1WebhookDelivery,
      headers: ['Idempotency-Replayed'],
    },
  },
  problems: ['not_found', 'webhook_disabled'],
});
