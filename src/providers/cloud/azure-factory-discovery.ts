import { DataFactoryManagementClient } from '@azure/arm-datafactory';
import { SubscriptionClient } from '@azure/arm-resources-subscriptions';
import type { TokenCredential } from '@azure/identity';
import type { Outbound } from '../outbound/outbound.ts';
import { type ApplicationSettings, applicationCredential } from './application-credential.ts';
import { azureHttpClient, noRetries } from './azure-http-client.ts';
import { cloudFailure, endlessAnswer } from './cloud-failure.ts';
import type { DatasetDefinition, Factory, FactoryDiscovery } from './factory-discovery.ts';

export interface AzureSettings extends ApplicationSettings {
  /** The Azure Resource Manager. */
  readonly managerUrl: string;
}

/** A page holds a hundred or more; nobody has so many, and a cloud that always names another page must not hold us. */
const maxPages = 200;

/** Microsoft's own clients; retries, time limits and pinned hosts are those of `outbound`. */
export function createAzureFactoryDiscovery(settings: AzureSettings, outbound: Outbound): FactoryDiscovery {
  const credentials = new Map<string, TokenCredential>();
  const credentialFor = (directoryId: string) => {
    const known = credentials.get(directoryId) ?? applicationCredential(settings, directoryId, outbound);
    // Kept, because it keeps its token: one for each directory that has asked.
    credentials.set(directoryId, known);
    return known;
  };
  const options = {
    endpoint: settings.managerUrl,
    credentialScopes: [`${settings.managerUrl}/.default`],
    httpClient: azureHttpClient(outbound),
    retryOptions: noRetries,
  };

  return {
    listFactories: (directoryId) =>
      asking(async () => {
        const credential = credentialFor(directoryId);
        const subscriptions = await allOf(new SubscriptionClient(credential, options).subscriptions.list());
        const factories: Factory[] = [];
        for (const { subscriptionId, displayName, state } of subscriptions) {
          // One that is disabled or deleted answers with errors, and has nothing to select.
          if (subscriptionId === undefined || (state !== undefined && state !== 'Enabled')) continue;
          const client = new DataFactoryManagementClient(credential, subscriptionId, options);
          for (const { id, name, location } of await allOf(client.factories.list())) {
            const resourceGroup = resourceGroupOf(id);
            if (resourceGroup === undefined || name === undefined) continue;
            factories.push({
              subscriptionId,
              subscriptionName: displayName ?? null,
              resourceGroup,
              factoryName: name,
              location: location ?? null,
            });
          }
        }
        return factories;
      }),

    verify: () =>
      asking(async () => {
        const description = '/organizations/v2.0/.well-known/openid-configuration';
        await outbound({ method: 'GET', url: `${settings.authorityHost}${description}`, headers: {} });
        await outbound({ method: 'GET', url: settings.managerUrl, headers: {} });
      }),

    listDefinitions: (directoryId, { subscriptionId, resourceGroup, factoryName }) =>
      asking(async () => {
        const client = new DataFactoryManagementClient(credentialFor(directoryId), subscriptionId, options);
        const found = await allOf(client.datasets.listByFactory(resourceGroup, factoryName));
        return found.map(
          ({ name, properties }): DatasetDefinition => ({
            name: name ?? '',
            type: properties.type,
            folder: properties.folder?.name ?? null,
            linkedService: properties.linkedServiceName?.referenceName ?? null,
          }),
        );
      }),
  };
}

/** Every item of every page, up to a bound. */
async function allOf<Item>(paged: { byPage(): AsyncIterable<readonly Item[]> }): Promise<Item[]> {
  const items: Item[] = [];
  let pages = 0;
  for await (const page of paged.byPage()) {
    pages += 1;
    if (pages > maxPages) throw endlessAnswer(maxPages);
    items.push(...page);
  }
  return items;
}

/** `/subscriptions/…/resourceGroups/NAME/providers/…`; Azure itself writes the segment in several ways. */
function resourceGroupOf(id: string | undefined): string | undefined {
  return /\/resourceGroups\/([^/]+)\//i.exec(id ?? '')?.[1];
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw cloudFailure(error);
  }
}
