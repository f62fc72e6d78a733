import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../../src/contract/client.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';

export interface Api {
  readonly client: Client;
  /** A source of files; resolves to its id. */
  filesSource(root: string): Promise<string>;
  dataset(sourceUuid: string, path: string): Promise<string>;
  /** Resolves once the dataset is in the state; fails if it ends in another. */
  datasetIs(datasetUuid: string, state: 'running' | 'ready' | 'failed'): Promise<Dataset>;
  /** Resolves once an executor has been heard of. */
  hasExecutor(sourceUuid: string): Promise<void>;
}

export type Dataset = Awaited<ReturnType<typeof getDataset>>;

/** Often, because a test wants to catch a task in the middle. */
const pollMs = 50;

/** There is no executor yet, or it has too much to do to answer in time: both say that asking again helps. */
const notYet = ['execution_environment_not_ready', 'dependency_unavailable'];

/** The interface of a running service, as Olivia uses it. */
export async function openApi({ url, dataDir }: { url: string; dataDir: string }): Promise<Api> {
  const token = await mintToken(
    { dataDir, as: 'olivia@contoso.example' },
    { clock: { now: () => new Date() } },
  );
  const client = createClient({ baseUrl: url, token: () => token });
  return {
    client,
    async filesSource(root) {
      const { body } = await client.call('create_discovery_source', {
        idempotencyKey: randomUUID(),
        body: { name: root, settings: { kind: 'files', root } },
      });
      return body.sourceUuid;
    },
    async dataset(sourceUuid, path) {
      const { body } = await client.call('create_dataset', {
        idempotencyKey: randomUUID(),
        body: { name: path, sourceUuid, locator: { kind: 'files', path } },
      });
      return body.datasetUuid;
    },
    async datasetIs(datasetUuid, state) {
      while (true) {
        const dataset = await getDataset(client, datasetUuid);
        if (dataset.state === state) return dataset;
        const isOver = dataset.state === 'ready' || dataset.state === 'failed';
        assert.ok(!isOver, `it is ${dataset.state}: ${JSON.stringify(dataset.preparation)}`);
        await sleep(pollMs);
      }
    },
    async hasExecutor(sourceUuid) {
      while (true) {
        const input = { params: { sourceUuid }, query: { limit: 1 } };
        const answer = await client.call('list_discovery_source_candidates', input).catch((error) => {
          assert.ok(notYet.includes(error.problem?.code), String(error));
        });
        if (answer !== undefined) return;
        await sleep(pollMs);
      }
    },
  };
}

async function getDataset(client: Client, datasetUuid: string) {
  return (await client.call('get_dataset', { params: { datasetUuid } })).body;
}
