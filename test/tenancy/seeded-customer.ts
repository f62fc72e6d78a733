import { resourceNamesOf } from '../../src/domain/environment/resource-names.ts';
import { changeEnvironment, insertEnvironment } from '../../src/storage/queries/environments.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';

/** What a tenant has on its own side. */
export interface SeededCustomer {
  readonly environmentUuid: string;
}

export async function seedCustomer(tx: TenantTx, orgUuid: string): Promise<SeededCustomer> {
  const customer = { environmentUuid: newUuid() };
  await seedEnvironment(tx, orgUuid, customer);
  return customer;
}

async function seedEnvironment(
  tx: TenantTx,
  orgUuid: string,
  { environmentUuid }: SeededCustomer,
): Promise<void> {
  const operationUuid = newUuid();
  const executor = { directoryId: 'directory', objectId: 'object' };
  await insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart });
  await insertEnvironment(tx, {
    environmentUuid,
    name: 'Production',
    subscriptionId: newUuid(),
    location: 'westeurope',
    browserReaderGroupId: null,
    resourceNames: resourceNamesOf({ orgUuid, environmentUuid, name: 'Production' }),
    installerExpiresAt: testStart,
    operationUuid,
    createdAt: testStart,
  });
  await changeEnvironment(tx, { environmentUuid, from: ['recorded'], to: 'ready', template: {}, executor });
}
