import * as environments from '../../src/storage/queries/environments.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const done = (answer: unknown) => answer === true;

/** The queries of execution environments, asked with what belongs to somebody else. */
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
};
