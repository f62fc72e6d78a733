import * as billing from '../../src/storage/queries/billing.ts';
import * as environments from '../../src/storage/queries/environments.ts';
import * as factories from '../../src/storage/queries/factories.ts';
import * as connections from '../../src/storage/queries/platform-connections.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;

/** The queries of the customer's side, asked with what belongs to somebody else. */
export const customerCases: Record<string, Case> = {
  insertEnvironment: {
    ask: async (tx, { queuedOperation }) => {
      await environments.insertEnvironment(tx, {
        environmentUuid: newUuid(),
        name: 'Mine',
        subscriptionId: newUuid(),
        location: 'westeurope',
        browserReaderGroupId: null,
        resourceNames: {
          resourceGroup: '',
          managedIdentity: '',
          storageAccount: '',
          evidenceContainer: '',
          containerEnvironment: '',
          executorJob: '',
          deployment: '',
        },
        installerExpiresAt: testStart,
        operationUuid: queuedOperation,
        createdAt: testStart,
      });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === 'conflict',
  },
  getActiveEnvironment: {
    ask: (tx) => environments.getActiveEnvironment(tx),
    stranger: undefined,
    owner: something,
  },
  getEnvironment: {
    ask: (tx, v) => environments.getEnvironment(tx, v.environmentUuid),
    stranger: undefined,
    owner: something,
  },
  getInstallerTemplate: {
    ask: (tx, v) => environments.getInstallerTemplate(tx, v.environmentUuid),
    stranger: undefined,
    owner: something,
  },
  findEnvironmentOf: {
    ask: (tx) => environments.findEnvironmentOf(tx, { directoryId: 'directory', objectId: 'object' }),
    stranger: undefined,
    owner: something,
  },
  changeEnvironment: {
    ask: (tx, { environmentUuid }) =>
      environments.changeEnvironment(tx, { environmentUuid, from: ['ready'], to: 'retired' }),
    stranger: false,
    owner: done,
  },
  getConnection: {
    ask: (tx, v) => connections.getConnection(tx, v.connectionUuid),
    stranger: undefined,
    owner: something,
  },
  listConnections: {
    ask: (tx) => connections.listConnections(tx, { limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  touchConnection: {
    ask: (tx, { connectionUuid }) =>
      connections.touchConnection(tx, { sourceUuid: connectionUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  dependantsOfSource: {
    ask: (tx, { sourceUuid }) => connections.dependantsOfSource(tx, sourceUuid),
    stranger: { dependants: [], count: 0 },
    owner: (answer) => (answer as { count: number }).count > 0,
  },
  insertRemovalPlan: {
    ask: async (tx, { emptySourceUuid }) => {
      const plan = { planUuid: newUuid(), sourceUuid: emptySourceUuid, dependants: [], dependantCount: 0 };
      await connections.insertRemovalPlan(tx, { ...plan, createdAt: testStart });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  getRemovalPlan: {
    ask: (tx, { connectionUuid, planUuid }) =>
      connections.getRemovalPlan(tx, { sourceUuid: connectionUuid, planUuid }),
    stranger: undefined,
    owner: something,
  },
  listRemovalPlans: {
    ask: (tx, { connectionUuid: sourceUuid }) =>
      connections.listRemovalPlans(tx, { sourceUuid, limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  cancelRemovalPlan: {
    ask: (tx, { planUuid }) => connections.cancelRemovalPlan(tx, { planUuid, at: testStart }),
    stranger: undefined,
    owner: something,
  },
  insertCheckout: {
    ask: async (tx, { checkoutUuid }) => {
      const plan = { provider: 'processor', planKey: 'mine', url: 'https://checkout.example' } as const;
      await billing.insertCheckout(tx, { checkoutUuid, ...plan, expiresAt: null, createdAt: testStart });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getCheckout: {
    ask: (tx, { checkoutUuid }) => billing.getCheckout(tx, checkoutUuid),
    stranger: undefined,
    owner: something,
  },
  getBillingCustomer: {
    ask: (tx) => billing.getBillingCustomer(tx, 'processor'),
    stranger: undefined,
    owner: something,
  },
  keepBillingCustomer: {
    ask: async (tx) => {
      const customer = { provider: 'processor', customerId: 'cus_2', createdAt: testStart } as const;
      await billing.keepBillingCustomer(tx, customer);
      return billing.getBillingCustomer(tx, 'processor');
    },
    stranger: 'cus_2',
    owner: (answer) => answer === 'cus_1',
  },
  recordBillingEvent: {
    ask: (tx) => billing.recordBillingEvent(tx, { provider: 'processor', eventId: 'evt_1', at: testStart }),
    stranger: true,
    owner: (answer) => answer === false,
  },
  keepSubscription: {
    // What another has bought cannot be claimed.
    ask: async (tx, { subscriptionId }) => {
      const subscription = { state: 'ended', planKey: null, periodEndsAt: null, readAt: testStart } as const;
      await billing.keepSubscription(tx, { provider: 'processor', subscriptionId, ...subscription });
      return made;
    },
    stranger: 'conflict',
    owner: (answer) => answer === made,
  },
  listSubscriptions: { ask: (tx) => billing.listSubscriptions(tx), stranger: [], owner: some },
  replaceFactoryOptions: {
    ask: async (tx) => {
      await factories.replaceFactoryOptions(tx, []);
      return factories.listFactoryOptions(tx, { limit: 50, after: null });
    },
    stranger: [],
    owner: (answer) => Array.isArray(answer) && answer.length === 0,
  },
  listFactoryOptions: {
    ask: (tx) => factories.listFactoryOptions(tx, { limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  getFactoryOption: {
    ask: async (tx) => {
      const [option] = await factories.listFactoryOptions(tx, { limit: 1, after: null });
      return option && factories.getFactoryOption(tx, option.optionKey);
    },
    stranger: undefined,
    owner: something,
  },
  getFactoryRefresh: {
    ask: (tx) => factories.getFactoryRefresh(tx),
    stranger: undefined,
    owner: something,
  },
  setFactoryRefresh: {
    ask: async (tx, { queuedOperation }) => {
      await factories.setFactoryRefresh(tx, queuedOperation);
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
};
