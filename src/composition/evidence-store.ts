import { join } from 'node:path';
import { ConfigurationError } from '../cli/configuration/read-settings.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { AppError } from '../domain/app-error.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import type { BlobContainerOptions } from '../executor/evidence/blob-container.ts';
import type { EvidenceStore } from '../executor/evidence/evidence-store.ts';
import { FolderEvidenceStore } from '../executor/evidence/folder-evidence-store.ts';
import { readAuthorities } from './outbound.ts';

export interface OpeningStore {
  /** The id of a store that is made here. */
  readonly newUuid: string;
  /** A folder of this process, for evidence on its way. */
  readonly drafts: string;
  /** A container that no setting can name; a deployment has none. */
  readonly container: BlobContainerOptions | undefined;
}

/** The container that is configured, and a folder otherwise. */
export async function openEvidenceStore(
  settings: Settings,
  { newUuid, drafts, container: given }: OpeningStore,
): Promise<EvidenceStore> {
  const container = given ?? (await configuredContainer(settings));
  if (container === undefined) {
    const folder = settings.PLUMBLINE_EVIDENCE_DIR ?? join(settings.PLUMBLINE_DATA_DIR, 'evidence');
    return FolderEvidenceStore.open(folder, newUuid);
  }
  // Clients of Azure take a while to load, and most executors never call it.
  const [{ BlobContainer }, { BlobEvidenceStore }] = await Promise.all([
    import('../executor/evidence/blob-container.ts'),
    import('../executor/evidence/blob-evidence-store.ts'),
  ]);
  try {
    return await BlobEvidenceStore.open(new BlobContainer(container), drafts, newUuid);
  } catch (error) {
    if (error instanceof AppError) throw new StartRefusal(error.message);
    throw error;
  }
}

async function configuredContainer(settings: Settings): Promise<BlobContainerOptions | undefined> {
  const { PLUMBLINE_EVIDENCE_URL: url, PLUMBLINE_EXECUTOR_MANAGED_IDENTITY: clientId } = settings;
  if (url === undefined) return undefined;
  if (clientId === undefined) {
    throw new ConfigurationError([
      'PLUMBLINE_EVIDENCE_URL is reached with a managed identity. Set PLUMBLINE_EXECUTOR_MANAGED_IDENTITY to its client id, or keep evidence in a folder with PLUMBLINE_EVIDENCE_DIR.',
    ]);
  }
  const { managedIdentityCredential } = await import('../providers/cloud/managed-identity.ts');
  return {
    url,
    credential: managedIdentityCredential(clientId),
    authorities: await readAuthorities(settings),
  };
}
