import { randomUUID } from 'node:crypto';
import type { PreparedField } from '../../src/domain/catalog/prepared-field.ts';
import { playExecutor, prepared } from './executor.ts';
import type { TestAnswer, TestService } from './service.ts';

/** Creates through the interface with a fresh key, or one that is given. */
export function create(
  service: TestService,
  token: string,
  path: string,
  body: unknown,
  key: string = randomUUID(),
): Promise<TestAnswer> {
  const url = `/api/v1/${path}`;
  return service.send({ method: 'POST', url, token, headers: { 'idempotency-key': key }, body });
}

export const databaseSettings = {
  kind: 'postgresql',
  host: 'db.contoso.example',
  port: 5432,
  database: 'sales',
  user: 'reader',
  tls: 'verifyFull',
} as const;

export async function newSource(
  service: TestService,
  owner: string,
  body: Record<string, unknown> = {},
): Promise<{ sourceUuid: string; etag: string }> {
  const answer = await create(service, owner, 'discovery-sources', {
    name: 'Sales',
    settings: databaseSettings,
    password: 'hunter2',
    ...body,
  });
  if (answer.statusCode !== 201) throw new Error(`Source: ${answer.body}`);
  return answer.json();
}

export interface TestDataset {
  readonly datasetUuid: string;
  readonly etag: string;
  readonly preparation: { readonly operationUuid: string };
}

export async function newDataset(
  service: TestService,
  token: string,
  sourceUuid: string,
  body: Record<string, unknown> = {},
): Promise<TestDataset> {
  const answer = await create(service, token, 'datasets', {
    name: 'Orders',
    sourceUuid,
    locator: { kind: 'table', schema: 'public', table: 'orders' },
    ...body,
  });
  if (answer.statusCode !== 201) throw new Error(`Dataset: ${answer.body}`);
  return answer.json();
}

/** A dataset that an executor has prepared. */
export async function preparedDataset(
  service: TestService,
  token: string,
  sourceUuid: string,
  fields: readonly PreparedField[],
  body: Record<string, unknown> & { readonly rowCount?: number } = {},
): Promise<TestDataset> {
  const { rowCount = 100, ...details } = body;
  const dataset = await newDataset(service, token, sourceUuid, details);
  const executor = playExecutor(service);
  const answer = await executor.complete(await executor.take(), prepared(fields, rowCount));
  if (answer.statusCode !== 200) throw new Error(`Preparation: ${answer.body}`);
  return dataset;
}
