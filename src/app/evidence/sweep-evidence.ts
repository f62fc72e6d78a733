import { readEvidenceFolder } from '../../domain/runs/evidence-folder.ts';
import { referencedFolders } from '../../storage/queries/evidence.ts';
import type { ExecutorCaller } from '../caller.ts';
import type { AppContext } from '../context.ts';

/**
 * Which of these folders of a store nothing refers to: left by an attempt that was lost, or by a deletion that was. Of
 * folders that do not look like ours, and those of tenants that the executor does not serve, nothing is said.
 */
export async function sweepEvidence(
  ctx: AppContext,
  executor: ExecutorCaller,
  { storeUuid, folders }: { readonly storeUuid: string; readonly folders: readonly string[] },
): Promise<readonly string[]> {
  const attempts = folders.flatMap((folder) => {
    const attempt = readEvidenceFolder(folder);
    const isServed = executor.scope !== 'organization' || executor.orgUuid === attempt?.orgUuid;
    return attempt !== undefined && isServed ? [{ ...attempt, folder }] : [];
  });
  const unreferenced: string[] = [];
  for (const [orgUuid, own] of Map.groupBy(attempts, (attempt) => attempt.orgUuid)) {
    const referenced = await ctx.storage.withTenant(orgUuid, (tx) => referencedFolders(tx, storeUuid, own));
    unreferenced.push(...own.map(({ folder }) => folder).filter((folder) => !referenced.has(folder)));
  }
  return unreferenced;
}
