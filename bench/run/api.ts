import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../../src/contract/client.ts';
import type { FunctionCode } from '../../src/domain/comparison/binding.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import type { Pair } from '../compare/datasets.ts';

/** A test of a pair: a function on a column, by the key `id` where it matches rows. */
export interface TestOfPair {
  readonly functionCode: FunctionCode;
  readonly column: string;
}

export function matchesRows(functionCode: FunctionCode): boolean {
  return functionCode === 'VALUE' || functionCode === 'OUTER_VALUE';
}

/** A running service, as a person with the role of a contributor uses it. */
export class Api {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(url: string, dataDir: string): Promise<Api> {
    const clock = { now: () => new Date() };
    const token = await mintToken(
      { dataDir, as: 'olivia@contoso.example', expiresInSeconds: 7200 },
      { clock },
    );
    return new Api(createClient({ baseUrl: url, token: () => token }));
  }

  async filesSource(root: string): Promise<string> {
    const { body } = await this.#client.call('create_discovery_source', {
      idempotencyKey: randomUUID(),
      body: { name: root, settings: { kind: 'files', root } },
    });
    return body.sourceUuid;
  }

  /** Registers, prepares and pairs two files, with tests on them. */
  async pair(sourceUuid: string, pair: Pair, tests: readonly TestOfPair[]): Promise<string> {
    const [sourceDatasetUuid, targetDatasetUuid] = await Promise.all([
      this.#dataset(sourceUuid, basename(pair.source)),
      this.#dataset(sourceUuid, basename(pair.target)),
    ]);
    const { body } = await this.#client.call('create_dataset_pair', {
      idempotencyKey: randomUUID(),
      body: { sourceDatasetUuid, targetDatasetUuid },
    });
    const { datasetPairUuid } = body;
    const both = (name: string) => [{ sourceField: name, targetField: name }];
    await this.#client.call('create_validation_tests', {
      idempotencyKey: randomUUID(),
      body: {
        tests: tests.map(({ functionCode, column }) => ({
          datasetPairUuid,
          functionCode,
          fields: both(column),
          keys: matchesRows(functionCode) ? both('id') : [],
          evidenceRows: 0,
        })),
      },
    });
    return datasetPairUuid;
  }

  async #dataset(sourceUuid: string, path: string): Promise<string> {
    const { body } = await this.#client.call('create_dataset', {
      idempotencyKey: randomUUID(),
      body: { name: path, sourceUuid, locator: { kind: 'files', path } },
    });
    const { datasetUuid } = body;
    for (;;) {
      const { body: dataset } = await this.#client.call('get_dataset', { params: { datasetUuid } });
      if (dataset.state === 'ready') return datasetUuid;
      if (dataset.state === 'failed') throw new Error(JSON.stringify(dataset.preparation));
      await sleep(50);
    }
  }

  /** Seconds from the submission of a Run to its end. */
  async secondsOfRun(datasetPairUuid: string | null): Promise<number> {
    const started = performance.now();
    const idempotencyKey = randomUUID();
    const { body: run } =
      datasetPairUuid === null
        ? await this.#client.call('submit_all_runs', { idempotencyKey })
        : await this.#client.call('submit_run', {
            idempotencyKey,
            body: { scope: { kind: 'dataset_pair', datasetPairUuid } },
          });
    for (;;) {
      const { body } = await this.#client.call('get_run', { params: { runUuid: run.runUuid } });
      if (body.finishedAt !== null) {
        if (body.counts.error > 0) throw new Error(`Of the Run, ${body.counts.error} tests ended as errors.`);
        return (performance.now() - started) / 1000;
      }
      await sleep(20);
    }
  }
}
