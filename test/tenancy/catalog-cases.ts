import * as pairs from '../../src/storage/queries/dataset-pairs.ts';
import * as datasets from '../../src/storage/queries/datasets.ts';
import * as sources from '../../src/storage/queries/sources.ts';
import * as work from '../../src/storage/queries/work.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;
const page = { limit: 50, after: null };
const none = { count: 0, names: [] };
const locator = { kind: 'table', schema: 'stolen', table: 'stolen' } as const;

/** The queries of the catalog, asked with what belongs to somebody else. */
export const catalogCases: Record<string, Case> = {
  insertSource: {
    ask: async (tx, { sourceUuid }) => {
      const settings = { kind: 'files', root: '/stolen' } as const;
      await sources.insertSource(tx, {
        sourceUuid,
        name: 'Mine',
        settings,
        secret: null,
        createdAt: testStart,
      });
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getSource: { ask: (tx, v) => sources.getSource(tx, v.sourceUuid), stranger: undefined, owner: something },
  listSources: { ask: (tx) => sources.listSources(tx, page), stranger: [], owner: some },
  deleteSource: {
    ask: (tx, { emptySourceUuid }) =>
      sources.deleteSource(tx, { sourceUuid: emptySourceUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  insertDataset: {
    // A dataset of somebody else's source: its secret would be used for the stranger.
    ask: async (tx, { sourceUuid, preparationUuid }) => {
      const place = { sourceUuid, locator, zone: null };
      await datasets.insertDataset(tx, {
        datasetUuid: newUuid(),
        name: 'Mine',
        ...place,
        preparationUuid,
        createdAt: testStart,
      });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  getDataset: {
    ask: (tx, v) => datasets.getDataset(tx, v.datasetUuid),
    stranger: undefined,
    owner: something,
  },
  lockDataset: {
    ask: (tx, v) => datasets.lockDataset(tx, v.datasetUuid),
    stranger: undefined,
    owner: something,
  },
  listDatasets: { ask: (tx) => datasets.listDatasets(tx, page), stranger: [], owner: some },
  getPreparedDataset: {
    ask: (tx, v) => datasets.getPreparedDataset(tx, v.preparedUuid),
    stranger: undefined,
    owner: something,
  },
  listPreparedDatasets: {
    ask: (tx) => datasets.listPreparedDatasets(tx, { limit: 50 }),
    stranger: [],
    owner: some,
  },
  datasetsOfSource: {
    ask: (tx, { sourceUuid }) => datasets.datasetsOfSource(tx, { sourceUuid, names: 2 }),
    stranger: none,
    owner: (answer) => (answer as { count: number }).count === 3,
  },
  updateDataset: {
    ask: (tx, { datasetUuid }) =>
      datasets.updateDataset(tx, { datasetUuid, expectedVersion: 1, name: 'Mine', zone: null }),
    stranger: false,
    owner: done,
  },
  moveDataset: {
    ask: (tx, { datasetUuid }) => datasets.moveDataset(tx, { datasetUuid, locator }),
    stranger: false,
    owner: done,
  },
  setDatasetPreparation: {
    ask: (tx, { datasetUuid, queuedOperation }) =>
      datasets.setDatasetPreparation(tx, { datasetUuid, preparationUuid: queuedOperation }),
    stranger: false,
    owner: done,
  },
  touchDataset: {
    ask: (tx, { preparationUuid }) => datasets.touchDataset(tx, preparationUuid),
    stranger: false,
    owner: done,
  },
  setEarlyFields: {
    ask: (tx, { preparationUuid }) => datasets.setEarlyFields(tx, { preparationUuid, fields: [] }),
    stranger: false,
    owner: done,
  },
  recordPreparation: {
    ask: (tx, { preparationUuid }) => {
      const found = { fields: [], rowCount: 7, notes: [], schemaHash: 'cd'.repeat(32), at: testStart };
      return datasets.recordPreparation(tx, { preparationUuid, ...found });
    },
    stranger: false,
    owner: done,
  },
  deleteDataset: {
    ask: (tx, { loneDatasetUuid }) =>
      datasets.deleteDataset(tx, { datasetUuid: loneDatasetUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  insertDatasetPair: {
    ask: async (tx, { datasetUuid, preparedUuid }) => {
      await pairs.insertDatasetPair(tx, {
        datasetPairUuid: newUuid(),
        name: 'Mine',
        sourceDatasetUuid: datasetUuid,
        targetDatasetUuid: preparedUuid,
        createdAt: testStart,
      });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === 'conflict',
  },
  getDatasetPair: {
    ask: (tx, { datasetPairUuid }) => pairs.getDatasetPair(tx, datasetPairUuid),
    stranger: undefined,
    owner: something,
  },
  listDatasetPairs: { ask: (tx) => pairs.listDatasetPairs(tx, page), stranger: [], owner: some },
  pairsOfDataset: {
    ask: (tx, { datasetUuid }) => pairs.pairsOfDataset(tx, { datasetUuid, names: 2 }),
    stranger: none,
    owner: (answer) => (answer as { count: number }).count === 2,
  },
  deleteDatasetPair: {
    ask: (tx, { emptyPairUuid }) =>
      pairs.deleteDatasetPair(tx, { datasetPairUuid: emptyPairUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
};

/** What an executor does with its lease. */
export const leaseCases: Record<string, Case> = {
  lockLease: {
    ask: (tx, { leasedWork }) => work.lockLease(tx, leasedWork),
    stranger: undefined,
    owner: something,
  },
  rememberOutcome: {
    ask: (tx, { leasedWork }) => work.rememberOutcome(tx, { ...leasedWork, outcomeHash: 'x' }),
    stranger: false,
    owner: done,
  },
  rememberReport: {
    ask: (tx, { leasedWork }) => work.rememberReport(tx, { ...leasedWork, sequence: 1 }),
    stranger: false,
    owner: done,
  },
};
