import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/contract/client.ts';

/** The orders of both sides of the shop: registered, prepared, paired, and tested as suggested. */
export interface PairedOrders {
  readonly datasetPairUuid: string;
  readonly sourceUuid: string;
  readonly datasetUuid: string;
  readonly validationTestUuid: string;
}

export async function pairOrders(client: Client, folder: string): Promise<PairedOrders> {
  const shop = await register(client, 'shop', folder);
  const lake = await register(client, 'lake', folder);
  for (const { datasetUuid } of [shop, lake]) {
    while ((await client.call('get_dataset', { params: { datasetUuid } })).body.state !== 'ready')
      await sleep(200);
  }
  const pair = await client.call('create_dataset_pair', {
    idempotencyKey: randomUUID(),
    body: { sourceDatasetUuid: shop.datasetUuid, targetDatasetUuid: lake.datasetUuid },
  });
  const { datasetPairUuid } = pair.body;
  const suggested = await client.call('list_test_suggestions', {
    params: { datasetPairUuid },
    query: { limit: 100 },
  });
  const tests = suggested.body.items.flatMap(({ test, status }) =>
    test !== null && status === 'resolved' ? [test] : [],
  );
  const created = await client.call('create_validation_tests', {
    idempotencyKey: randomUUID(),
    body: { tests },
  });
  const validationTestUuid = created.body.items[0]?.validationTestUuid ?? '';
  return { datasetPairUuid, validationTestUuid, ...shop };
}

async function register(client: Client, side: string, folder: string) {
  const source = await client.call('create_discovery_source', {
    idempotencyKey: randomUUID(),
    body: { name: side, settings: { kind: 'files', root: `${folder}/${side}` } },
  });
  const { sourceUuid } = source.body;
  const dataset = await client.call('create_dataset', {
    idempotencyKey: randomUUID(),
    body: { name: `orders (${side})`, sourceUuid, locator: { kind: 'files', path: 'orders.csv' } },
  });
  return { sourceUuid, datasetUuid: dataset.body.datasetUuid };
}
