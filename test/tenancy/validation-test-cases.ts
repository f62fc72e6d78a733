import * as tests from '../../src/storage/queries/validation-tests.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import { rowCountTest } from './seeded-tenant.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;

/** The queries of validation tests, asked with what belongs to somebody else. */
export const validationTestCases: Record<string, Case> = {
  insertValidationTests: {
    // A test of somebody else's pair: Runs of it would read data that is not the stranger's.
    ask: async (tx, victim) => {
      await tests.insertValidationTests(tx, [rowCountTest({ ...victim, validationTestUuid: newUuid() })]);
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  getValidationTest: {
    ask: (tx, { validationTestUuid }) => tests.getValidationTest(tx, validationTestUuid),
    stranger: undefined,
    owner: something,
  },
  listTestsOfBatch: {
    ask: (tx, { batchUuid }) => tests.listTestsOfBatch(tx, batchUuid),
    stranger: [],
    owner: some,
  },
  listValidationTests: {
    ask: (tx) => tests.listValidationTests(tx, { limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  testsOfPair: {
    ask: (tx, { datasetPairUuid }) => tests.testsOfPair(tx, { datasetPairUuid, names: 2 }),
    stranger: { count: 0, names: [] },
    owner: (answer) => (answer as { count: number }).count === 1,
  },
  updateValidationTest: {
    ask: (tx, victim) => {
      const { validationTestUuid, definition, status } = rowCountTest(victim);
      const change = { name: 'Mine', definition, status, updatedAt: testStart };
      return tests.updateValidationTest(tx, { validationTestUuid, expectedVersion: 1, ...change });
    },
    stranger: false,
    owner: done,
  },
  deleteValidationTest: {
    ask: (tx, { validationTestUuid }) =>
      tests.deleteValidationTest(tx, { validationTestUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  datasetsOfPairs: {
    ask: (tx, { datasetPairUuid }) => tests.datasetsOfPairs(tx, [datasetPairUuid]),
    stranger: [],
    owner: some,
  },
};
