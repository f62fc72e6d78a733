import { randomBytes, randomUUID } from 'node:crypto';
import type { PreparedField } from '../../src/domain/catalog/prepared-field.ts';
import { createIds } from '../../src/domain/uuid-v7.ts';
import { insertDataset, recordPreparation } from '../../src/storage/queries/datasets.ts';
import { insertMember } from '../../src/storage/queries/members.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import { insertSource } from '../../src/storage/queries/sources.ts';
import { openStorage } from '../../src/storage/storage.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';

const clock = { now: () => new Date() };
const ids = createIds(clock, randomBytes);

export interface Seeded {
  readonly sourceDatasetUuid: string;
  readonly targetDatasetUuid: string;
}

/** What the measured requests read: a full page of members, and two prepared datasets of 40 fields. */
export async function seed(databaseUrl: string, orgUuid: string, directoryId: string): Promise<Seeded> {
  const storage = await openStorage({ databaseUrl });
  const seeded = await storage.withTenant(orgUuid, async (tx) => {
    await addMembers(tx, directoryId);
    const sourceUuid = ids.uuid();
    const settings = { kind: 'files', root: '/data' } as const;
    await insertSource(tx, { sourceUuid, name: 'Files', settings, secret: null, createdAt: clock.now() });
    return {
      sourceDatasetUuid: await addDataset(tx, sourceUuid, 'orders'),
      targetDatasetUuid: await addDataset(tx, sourceUuid, 'lake.orders'),
    };
  });
  await storage.close();
  return seeded;
}

/** The demo Organization has three members; with these a page of fifty is full. */
async function addMembers(tx: TenantTx, directoryId: string): Promise<void> {
  for (let index = 3; index < 50; index += 1) {
    await insertMember(tx, {
      memberUuid: ids.uuid(),
      directoryId,
      objectId: randomUUID(),
      displayName: `Member ${index}`,
      email: `member-${index}@contoso.example`,
      role: 'reader',
      joinedAt: clock.now(),
    });
  }
}

async function addDataset(tx: TenantTx, sourceUuid: string, name: string): Promise<string> {
  const [datasetUuid, preparationUuid, at] = [ids.uuid(), ids.uuid(), clock.now()];
  const operation = { operationUuid: preparationUuid, kind: 'dataset.prepare', resourcePath: null };
  await insertOperation(tx, { ...operation, createdAt: at });
  const locator = { kind: 'table', schema: 'public', table: name } as const;
  await insertDataset(tx, {
    datasetUuid,
    name,
    sourceUuid,
    locator,
    zone: null,
    preparationUuid,
    createdAt: at,
  });
  const found = { fields, rowCount: 1_000_000, notes: [], schemaHash: 'ab'.repeat(32), at };
  await recordPreparation(tx, { preparationUuid, ...found });
  return datasetUuid;
}

const types = ['long', 'string', 'decimal(12,2)', 'timestamp(6,naive)'] as const;

const fields: readonly PreparedField[] = Array.from({ length: 40 }, (_, index) => ({
  name: `field_${index}`,
  logicalType: types[index % types.length] ?? 'string',
  nativeType: 'text',
  nullable: true,
  children: null,
  profile: { nullCount: index, distinctCount: { value: 1000 * index, exact: false }, min: null, max: null },
}));
