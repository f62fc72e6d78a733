import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { OperationInput, OperationOutput } from '../../src/contract/client.ts';
import type { V1EvidencePage } from '../../src/contract/schemas/evidence.ts';
import { type Api, openApi } from './executor-api.ts';

type NewTest = Omit<OperationInput<'create_validation_test'>['body'], 'datasetPairUuid'>;
export type Run = OperationOutput<'get_run'>['body'];
export type Result = OperationOutput<'get_result'>['body'];
type EvidencePage = Static<typeof V1EvidencePage>;

/** What a test of Runs does with a service, as Olivia. */
export interface RunsApi extends Api {
  /** Prepares two datasets and pairs them; resolves to the pair's id. */
  pair(source: Place, target: Place): Promise<string>;
  /** Resolves to their ids, in order. */
  tests(datasetPairUuid: string, tests: readonly NewTest[]): Promise<readonly string[]>;
  submit(datasetPairUuid: string): Promise<string>;
  /** Resolves once the Run is over. */
  finished(runUuid: string): Promise<Run>;
  /** The results of a Run, by the name of their tests. */
  results(runUuid: string): Promise<ReadonlyMap<string, Result>>;
  evidence(result: Result, query?: OperationInput<'read_evidence'>['query']): Promise<EvidencePage>;
  download(result: Result, format: 'parquet' | 'csv'): Promise<Buffer>;
}

/** A dataset in a source. */
export interface Place {
  readonly sourceUuid: string;
  readonly locator: OperationInput<'create_dataset'>['body']['locator'];
}

const pollMs = 100;

export async function openRunsApi(service: { url: string; dataDir: string }): Promise<RunsApi> {
  const api = await openApi(service);
  const { client } = api;
  const prepared = async ({ sourceUuid, locator }: Place) => {
    const { body } = await client.call('create_dataset', {
      idempotencyKey: randomUUID(),
      body: { name: randomUUID(), sourceUuid, locator },
    });
    await api.datasetIs(body.datasetUuid, 'ready');
    return body.datasetUuid;
  };
  return {
    ...api,
    async pair(source, target) {
      const [sourceDatasetUuid, targetDatasetUuid] = [await prepared(source), await prepared(target)];
      const { body } = await client.call('create_dataset_pair', {
        idempotencyKey: randomUUID(),
        body: { sourceDatasetUuid, targetDatasetUuid },
      });
      return body.datasetPairUuid;
    },
    async tests(datasetPairUuid, tests) {
      const { body } = await client.call('create_validation_tests', {
        idempotencyKey: randomUUID(),
        body: { tests: tests.map((test) => ({ ...test, datasetPairUuid })) },
      });
      return body.items.map(({ validationTestUuid }) => validationTestUuid);
    },
    async submit(datasetPairUuid) {
      const { body } = await client.call('submit_run', {
        idempotencyKey: randomUUID(),
        body: { scope: { kind: 'dataset_pair', datasetPairUuid } },
      });
      return body.runUuid;
    },
    async finished(runUuid) {
      while (true) {
        const { body } = await client.call('get_run', { params: { runUuid } });
        if (body.finishedAt !== null) return body;
        await sleep(pollMs);
      }
    },
    async results(runUuid) {
      const { body } = await client.call('list_results', { params: { runUuid }, query: { limit: 100 } });
      return new Map(body.items.map((result) => [result.name, result]));
    },
    async evidence({ runUuid, resultUuid }, query = {}) {
      return (await client.call('read_evidence', { params: { runUuid, resultUuid }, query })).body;
    },
    async download({ runUuid, resultUuid }, format) {
      const { body } = await client.call('download_evidence', {
        params: { runUuid, resultUuid },
        query: { format },
      });
      assert.ok(body instanceof Uint8Array);
      return Buffer.from(body);
    },
  };
}

/** One field of the same name on both sides. */
export function same(name: string): { sourceField: string; targetField: string } {
  return { sourceField: name, targetField: name };
}

export function files(sourceUuid: string, path: string): Place {
  return { sourceUuid, locator: { kind: 'files', path } };
}
