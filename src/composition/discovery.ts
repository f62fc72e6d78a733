import type { AppContext } from '../app/context.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { openOutbound } from './outbound.ts';

/** What reads a customer's cloud; null where no application is configured. Its clients are loaded only where one is. */
export async function openDiscovery(settings: Settings): Promise<AppContext['discovery']> {
  const {
    PLUMBLINE_AZURE_CLIENT_ID: clientId,
    PLUMBLINE_AZURE_CLIENT_SECRET: clientSecret,
    PLUMBLINE_AZURE_AUTHORITY_URL: authorityHost,
    PLUMBLINE_AZURE_MANAGER_URL: managerUrl,
  } = settings;
  if (clientId === undefined) return null;
  if (clientSecret === undefined) {
    throw new StartRefusal('PLUMBLINE_AZURE_CLIENT_ID also needs PLUMBLINE_AZURE_CLIENT_SECRET.');
  }
  const { createAzureFactoryDiscovery } = await import('../providers/cloud/azure-factory-discovery.ts');
  const outbound = await openOutbound(settings, [authorityHost, managerUrl]);
  return createAzureFactoryDiscovery({ authorityHost, managerUrl, clientId, clientSecret }, outbound);
}
