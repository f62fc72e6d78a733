import { hash } from 'node:crypto';
import type { ResourceNames } from './environment.ts';

/**
 * Names that Azure takes, the same each time for one environment, and different for any two. Storage accounts share one
 * name space among all customers of the cloud, so theirs is all digest.
 *
 * Rules: https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules
 */
export function resourceNamesOf(environment: {
  readonly orgUuid: string;
  readonly environmentUuid: string;
  readonly name: string;
}): ResourceNames {
  const digest = hash('sha256', `${environment.orgUuid}\n${environment.environmentUuid}`);
  const short = digest.slice(0, 10);
  return Object.freeze({
    resourceGroup: `plumbline-${slugOf(environment.name)}-${short}`,
    managedIdentity: `plumbline-executor-${short}`,
    // 3 to 24 lower-case letters and digits: 76 bits of digest.
    storageAccount: `plumb${digest.slice(0, 19)}`,
    evidenceContainer: 'evidence',
    containerEnvironment: `plumbline-${short}`,
    // At most 32 characters.
    executorJob: `plumbline-executor-${short}`,
    deployment: `plumbline-${short}`,
  });
}

/** What is left of a name when only a-z, 0-9 and single hyphens may be; for people who read a list of groups. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40);
  return slug.replaceAll(/^-+|-+$/g, '') || 'environment';
}
