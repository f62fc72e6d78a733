import type { Settings } from '../cli/configuration/settings.ts';
import { isLoopback } from '../providers/is-loopback.ts';
import { openBilling } from './billing.ts';
import { openDiscovery } from './discovery.ts';
import type { Check } from './doctor.ts';

/** What `plumbline doctor` finds out about billing, the cloud, and the installers of execution environments. */
export function providerChecks(settings: Settings): readonly Check[] {
  return [
    { name: 'Payment processor', run: () => checkProcessor(settings) },
    { name: 'Marketplace', run: () => checkMarketplace(settings) },
    { name: 'Azure', run: () => checkAzure(settings) },
    { name: 'Installers', run: () => checkInstallers(settings) },
  ];
}

async function checkProcessor(settings: Settings): Promise<string> {
  const { processor } = await openBilling(settings);
  if (processor === null) return 'not configured; nothing is sold through it';
  await processor.verify();
  return `it accepts our key and knows our prices; plans ${processor.plans.join(', ')}`;
}

async function checkMarketplace(settings: Settings): Promise<string> {
  const { marketplace } = await openBilling(settings);
  if (marketplace === null) return 'not configured; nothing is sold there';
  await marketplace.verify();
  return `it accepts our application; plans ${marketplace.plans.join(', ')}`;
}

async function checkAzure(settings: Settings): Promise<string> {
  const discovery = await openDiscovery(settings);
  if (discovery === null) return 'not configured; no data factory can be selected';
  await discovery.verify();
  return 'it answers; whether a directory lets our application in, an Owner finds out by refreshing the data factories';
}

async function checkInstallers(settings: Settings): Promise<string> {
  const { PLUMBLINE_PUBLIC_URL: publicUrl, PLUMBLINE_EXECUTOR_IMAGE: image } = settings;
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  if (url === null || isLoopback(url.hostname)) {
    return 'the public address is this machine: executors and the Azure portal elsewhere cannot reach it';
  }
  if (url.protocol !== 'https:') {
    throw new Error(
      `PLUMBLINE_PUBLIC_URL is ${url.origin}. Executors send tokens there, and the Azure portal opens only https: serve it with TLS.`,
    );
  }
  return image === undefined
    ? 'the image is not set: publish one, and name it in PLUMBLINE_EXECUTOR_IMAGE'
    : `executors run ${image} and call ${url.origin}`;
}
