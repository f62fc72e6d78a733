import * as results from '../../src/storage/queries/results.ts';
import * as comparison from '../../src/storage/queries/results-comparison.ts';
import * as runs from '../../src/storage/queries/runs.ts';
import { listRuns } from '../../src/storage/queries/runs-list.ts';
import * as parts from '../../src/storage/queries/runs-parts.ts';
import * as tests from '../../src/storage/queries/runs-tests.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import { newRun, passed } from './seeded-runs.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;
const at = testStart;
const rows = { matched: '0', mismatched: '0', missing: '0' };
const none = { pass: 0, fail: 0, error: 0, noResults: 0, rows };
const ended = (answer: unknown) => JSON.stringify(answer) !== JSON.stringify(none);
const error = { code: 'cancelled', detail: 'Stolen.' } as const;
const list = {
  limit: 50,
  sortBy: 'startedAt',
  direction: 'asc',
  after: null,
  validationTestUuid: null,
  status: null,
  scope: null,
} as const;

/** The queries of Runs and their results, asked with what belongs to somebody else. */
export const runCases: Record<string, Case> = {
  insertRun: {
    ask: async (tx, { runUuid }) => {
      await runs.insertRun(tx, newRun(runUuid));
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getRun: { ask: (tx, { runUuid }) => runs.getRun(tx, runUuid), stranger: undefined, owner: something },
  lockRun: { ask: (tx, { runUuid }) => runs.lockRun(tx, runUuid), stranger: undefined, owner: something },
  previousRun: {
    ask: (tx, { runUuid }) => runs.previousRun(tx, { runUuid, scopeKey: 'all', submittedAt: testStart }),
    stranger: undefined,
    owner: something,
  },
  startRun: { ask: (tx, { runUuid }) => runs.startRun(tx, { runUuid, at }), stranger: false, owner: done },
  countResults: {
    ask: (tx, { runUuid }) => runs.countResults(tx, { runUuid, ended: { ...none, pass: 1 } }),
    stranger: undefined,
    owner: something,
  },
  finishRun: {
    ask: async (tx, { runUuid }) => {
      await runs.countResults(tx, { runUuid, ended: { ...none, pass: 1 } });
      return runs.finishRun(tx, { runUuid, status: 'pass', at, cancelled: false });
    },
    stranger: undefined,
    owner: something,
  },
  // With a search, so that the function with the owner's rights is asked too.
  listRuns: { ask: (tx) => listRuns(tx, { ...list, search: 'nightly' }), stranger: [], owner: some },
  insertRunParts: {
    ask: async (tx, { runUuid, datasetPairUuid, queuedOperation: operationUuid }) => {
      await parts.insertRunParts(tx, [
        { workUuid: newUuid(), runUuid, operationUuid, datasetPairUuid, testCount: 1 },
      ]);
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  getRunPart: {
    ask: (tx, { partUuid }) => parts.getRunPart(tx, partUuid),
    stranger: undefined,
    owner: something,
  },
  startRunPart: {
    ask: (tx, { partUuid: workUuid }) => parts.startRunPart(tx, { workUuid, at }),
    stranger: false,
    owner: done,
  },
  endRunPart: {
    ask: (tx, { partUuid: workUuid }) => parts.endRunPart(tx, { workUuid, at, evidence: null }),
    stranger: false,
    owner: done,
  },
  cancelOpenParts: {
    ask: async (tx, { runUuid, partUuid }) => {
      await parts.cancelOpenParts(tx, { runUuid, at, limit: 9 });
      return (await parts.getRunPart(tx, partUuid))?.state;
    },
    stranger: undefined,
    owner: (answer) => answer === 'ended',
  },
  testsUnderWay: {
    ask: (tx, { runUuid }) => parts.testsUnderWay(tx, [runUuid]),
    stranger: [],
    owner: some,
  },
  insertResults: {
    // Of a test of somebody else's, into a Run of somebody else's.
    ask: async (tx, { finishedRunUuid: runUuid, partUuid: workUuid, validationTestUuid }) => {
      const result = { resultUuid: newUuid(), workUuid, ordinal: 99, validationTestUuid };
      return results.insertResults(tx, { runUuid, results: [result] });
    },
    stranger: false,
    owner: (answer) => answer === 'conflict',
  },
  getResult: { ask: (tx, victim) => results.getResult(tx, victim), stranger: undefined, owner: something },
  listResults: {
    ask: (tx, { runUuid }) => results.listResults(tx, { runUuid, order: 'run', limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  openResults: {
    ask: (tx, { partUuid }) => results.openResults(tx, partUuid),
    stranger: [],
    owner: some,
  },
  retryableTests: {
    ask: (tx, { finishedRunUuid }) => results.retryableTests(tx, finishedRunUuid),
    stranger: [],
    owner: some,
  },
  endResults: {
    ask: (tx, { partUuid: workUuid, resultUuid }) =>
      results.endResults(tx, { workUuid, outcomes: [passed(resultUuid)], startedAt: null, at }),
    stranger: none,
    owner: ended,
  },
  failOpenResults: {
    ask: (tx, { runUuid }) =>
      results.failOpenResults(tx, { of: { runUuid, from: 0, below: 9 }, error, retryable: true, at }),
    stranger: none,
    owner: ended,
  },
  listChanges: {
    ask: (tx, { finishedRunUuid: previousRunUuid }) =>
      comparison.listChanges(tx, { runUuid: newUuid(), previousRunUuid, limit: 9, after: null }),
    stranger: [],
    owner: some,
  },
  countChanges: {
    ask: (tx, { finishedRunUuid }) =>
      comparison.countChanges(tx, { runUuid: newUuid(), previousRunUuid: finishedRunUuid }),
    stranger: { broke: 0, stillFailing: 0, repaired: 0, new: 0, gone: 0 },
    owner: (answer) => (answer as { gone: number }).gone === 1,
  },
  listRunnableTests: {
    ask: (tx) => tests.listRunnableTests(tx, { selection: { active: 'all' }, limit: 50 }),
    stranger: [],
    owner: some,
  },
  findPairNames: {
    ask: (tx, { datasetPairUuid }) => tests.findPairNames(tx, [datasetPairUuid]),
    stranger: [],
    owner: some,
  },
  pairedSourceKinds: { ask: (tx) => tests.pairedSourceKinds(tx), stranger: [], owner: some },
};
