import Type from 'typebox';
import { deliveryFailures, deliveryStates } from '../../domain/webhooks/webhook.ts';
import { Count, Etag, list, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { EventSubject, EventTypeName } from './events.ts';

const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Incident bot'] });
const Address = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Where events are sent, over https. Addresses of private networks are refused unless the operator has listed them.',
  examples: ['https://example.com/plumbline'],
});
const EventTypes = list(EventTypeName, { maxItems: 100 });
const WebhookState = Type.Enum(['active', 'disabled']);
export const DeliveryStateName = Type.Enum([...deliveryStates]);

export const V1CreateWebhook = V1('V1CreateWebhook', 'A receiver that is to be told.', {
  name: Name,
  url: Address,
  eventTypes: Type.Optional(nullable({ ...EventTypes, description: 'All of them if left out or empty.' })),
});

export const V1UpdateWebhook = V1('V1UpdateWebhook', 'What is left out stays as it is.', {
  name: Type.Optional(nullable(Name)),
  url: Type.Optional(nullable(Address)),
  eventTypes: Type.Optional(nullable(EventTypes)),
  state: Type.Optional(nullable(WebhookState)),
});

const webhook = {
  webhookUuid: Uuid,
  name: Text(200),
  url: Text(2048),
  eventTypes: { ...EventTypes, description: 'Empty: all of them.' },
  state: WebhookState,
  previousSecretUntil: nullable({
    ...Timestamp,
    description: 'Until then messages are signed with the secret before as well.',
  }),
  createdAt: Timestamp,
  etag: Etag,
};

export const V1Webhook = V1('V1Webhook', 'A receiver that is told of events.', webhook);
export const V1WebhookPage = page('V1WebhookPage', 'One page of webhooks.', V1Webhook);

export const V1WebhookWithSecret = V1('V1WebhookWithSecret', 'A webhook, with its secret this once.', {
  ...webhook,
  secret: nullable(
    Text(
      100,
      'What the receiver checks signatures with. Shown this once, and null when a request is replayed.',
    ),
  ),
});

const V1DeliveryAttempt = V1('V1DeliveryAttempt', 'One try to tell a receiver.', {
  at: Timestamp,
  status: nullable(
    Type.Integer({ minimum: 0, maximum: 999, format: 'int32', description: 'Of its answer.' }),
  ),
  failure: nullable({ ...Type.Enum([...deliveryFailures]), description: 'Null where it was told.' }),
  durationMs: Count,
});

export const V1WebhookDelivery = V1('V1WebhookDelivery', 'One event to one receiver.', {
  deliveryUuid: Uuid,
  webhookUuid: Uuid,
  eventId: { ...Uuid, description: 'Of the event, and the `webhook-id` of the message.' },
  eventType: EventTypeName,
  eventSubject: EventSubject,
  state: DeliveryStateName,
  attempts: list(V1DeliveryAttempt, { maxItems: 1_000 }),
  createdAt: Timestamp,
  finishedAt: nullable(Timestamp),
});

export const V1WebhookDeliveryPage = page(
  'V1WebhookDeliveryPage',
  'One page of deliveries.',
  V1WebhookDelivery,
);
