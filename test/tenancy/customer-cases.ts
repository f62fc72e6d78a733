import * as environments from '../../src/storage/queries/environments.ts';
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
  cancelRemovalPlan: {
    ask: (tx, { planUuid }) => connections.cancelRemovalPlan(tx, { planUuid, at: testStart }),
    stranger: undefined,
    owner: something,
  },
};
