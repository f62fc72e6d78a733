import * as deliveries from '../../src/storage/queries/webhook-deliveries.ts';
import * as webhooks from '../../src/storage/queries/webhooks.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import { seededWebhook } from './seeded-events.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;

/** The queries of webhooks, asked with what belongs to somebody else. */
export const webhookCases: Record<string, Case> = {
  insertWebhook: {
    ask: async (tx, { webhookUuid }) => {
      await webhooks.insertWebhook(tx, seededWebhook(webhookUuid));
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getWebhook: {
    ask: (tx, { webhookUuid }) => webhooks.getWebhook(tx, webhookUuid),
    stranger: undefined,
    owner: something,
  },
  listWebhooks: {
    ask: (tx) => webhooks.listWebhooks(tx, { limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  countWebhooks: { ask: webhooks.countWebhooks, stranger: 0, owner: (answer) => answer === 1 },
  receiversOf: {
    ask: (tx) => webhooks.receiversOf(tx, 'plumbline.run.finished'),
    stranger: [],
    owner: some,
  },
  updateWebhook: {
    ask: (tx, { webhookUuid }) =>
      webhooks.updateWebhook(tx, {
        ...seededWebhook(webhookUuid),
        expectedVersion: 1,
        state: 'disabled',
        previousSecret: null,
        previousSecretUntil: null,
      }),
    stranger: false,
    owner: done,
  },
  disableWebhook: {
    ask: (tx, { webhookUuid }) => webhooks.disableWebhook(tx, webhookUuid),
    stranger: false,
    owner: done,
  },
  deleteWebhook: {
    ask: (tx, { webhookUuid }) => webhooks.deleteWebhook(tx, { webhookUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  insertDeliveries: {
    ask: async (tx, { webhookUuid }) => {
      const delivery = { deliveryUuid: newUuid(), webhookUuid, sequence: 1, createdAt: testStart };
      await deliveries.insertDeliveries(tx, [delivery]);
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  getDelivery: {
    ask: (tx, { deliveryUuid }) => deliveries.getDelivery(tx, deliveryUuid),
    stranger: undefined,
    owner: something,
  },
  listDeliveries: {
    ask: (tx, { webhookUuid }) => deliveries.listDeliveries(tx, { webhookUuid, limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  addDeliveryAttempt: {
    ask: (tx, { deliveryUuid }) =>
      deliveries.addDeliveryAttempt(tx, {
        deliveryUuid,
        attempt: { at: testStart.toISOString(), status: 500, failure: 'status', durationMs: 1 },
      }),
    stranger: false,
    owner: done,
  },
  finishDelivery: {
    ask: (tx, { deliveryUuid }) =>
      deliveries.finishDelivery(tx, { deliveryUuid, state: 'delivered', at: testStart }),
    stranger: false,
    owner: done,
  },
};
