import { resourceNamesOf } from '../../src/domain/environment/resource-names.ts';
import {
  insertCheckout,
  keepBillingCustomer,
  keepSubscription,
  recordBillingEvent,
} from '../../src/storage/queries/billing.ts';
import { changeEnvironment, insertEnvironment } from '../../src/storage/queries/environments.ts';
import { replaceFactoryOptions, setFactoryRefresh } from '../../src/storage/queries/factories.ts';
import { insertOperation } from '../../src/storage/queries/operations.ts';
import { insertRemovalPlan } from '../../src/storage/queries/platform-connections.ts';
import { insertSource } from '../../src/storage/queries/sources.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';

/** What a tenant has on its own side. */
export interface SeededCustomer {
  readonly environmentUuid: string;
  /** A platform connection with a staged removal plan. */
  readonly connectionUuid: string;
  readonly planUuid: string;
  readonly checkoutUuid: string;
  readonly subscriptionId: string;
}

export async function seedCustomer(tx: TenantTx, orgUuid: string): Promise<SeededCustomer> {
  const customer = {
    environmentUuid: newUuid(),
    connectionUuid: newUuid(),
    planUuid: newUuid(),
    checkoutUuid: newUuid(),
    subscriptionId: newUuid(),
  };
  await seedEnvironment(tx, orgUuid, customer);
  await seedConnection(tx, customer);
  await seedBilling(tx, customer);
  await seedFactories(tx);
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

async function seedConnection(
  tx: TenantTx,
  { connectionUuid: sourceUuid, planUuid }: SeededCustomer,
): Promise<void> {
  await insertSource(tx, {
    sourceUuid,
    name: 'Lake',
    settings: {
      kind: 'trino',
      host: 'trino.contoso.example',
      port: 443,
      tls: 'verifyFull',
      user: 'plumbline',
      catalog: null,
      authentication: 'password',
    },
    secret: 'v1.x',
    createdAt: testStart,
  });
  const dependants = [{ kind: 'dataset', resourceUuid: newUuid(), name: 'Orders' }] as const;
  await insertRemovalPlan(tx, { planUuid, sourceUuid, dependants, dependantCount: 1, createdAt: testStart });
}

async function seedBilling(tx: TenantTx, { checkoutUuid, subscriptionId }: SeededCustomer): Promise<void> {
  const provider = 'processor';
  const plan = { provider, planKey: 'team' } as const;
  const url = 'https://checkout.example';
  await insertCheckout(tx, { checkoutUuid, ...plan, url, expiresAt: null, createdAt: testStart });
  await keepBillingCustomer(tx, { provider, customerId: 'cus_1', createdAt: testStart });
  const subscription = { state: 'active', periodEndsAt: null, readAt: testStart } as const;
  await keepSubscription(tx, { ...plan, ...subscription, subscriptionId });
  await recordBillingEvent(tx, { provider, eventId: 'evt_1', at: testStart });
}

async function seedFactories(tx: TenantTx): Promise<void> {
  const operationUuid = newUuid();
  await insertOperation(tx, { operationUuid, kind: 'test', resourcePath: null, createdAt: testStart });
  await setFactoryRefresh(tx, operationUuid);
  const found = { subscriptionName: null, location: null, refreshedAt: testStart };
  const place = { resourceGroup: 'group', factoryName: 'factory' };
  await replaceFactoryOptions(tx, [{ subscriptionId: newUuid(), ...place, ...found }]);
}
