import { sql } from 'kysely';
import type { TenantTx } from '../tenant-tx.ts';

/** The evidence of a Run is to go: nobody reads it any more. Answers with the stores that hold some of it. */
export async function markEvidenceDeleting(tx: TenantTx, runUuid: string): Promise<readonly string[]> {
  const marked = await tx
    .updateTable('plumbline.run_parts')
    .set({ evidence_state: 'deleting' })
    .where('run_uuid', '=', runUuid)
    // Once more where a deletion was given up.
    .where('evidence_state', 'in', ['written', 'deleting'])
    .returning('evidence_store_uuid as storeUuid')
    .execute();
  return [...new Set(marked.flatMap(({ storeUuid }) => storeUuid ?? []))];
}

interface EvidenceInStore {
  readonly runUuid: string;
  readonly storeUuid: string;
}

/** The folders of a Run that are to be deleted from a store. */
export async function foldersToDelete(
  tx: TenantTx,
  { runUuid, storeUuid }: EvidenceInStore,
): Promise<readonly string[]> {
  const parts = await tx
    .selectFrom('plumbline.run_parts')
    .select('evidence_folder as folder')
    .where('run_uuid', '=', runUuid)
    .where('evidence_store_uuid', '=', storeUuid)
    .where('evidence_state', '=', 'deleting')
    .orderBy('work_uuid')
    .execute();
  return parts.flatMap(({ folder }) => folder ?? []);
}

/** They are gone. */
export async function markEvidenceDeleted(
  tx: TenantTx,
  { runUuid, storeUuid }: EvidenceInStore,
): Promise<void> {
  await tx
    .updateTable('plumbline.run_parts')
    .set({ evidence_state: 'deleted' })
    .where('run_uuid', '=', runUuid)
    .where('evidence_store_uuid', '=', storeUuid)
    .where('evidence_state', '=', 'deleting')
    .execute();
}

/** A folder as its name says whose it is: an attempt at some work, under a fencing number. */
export interface AttemptFolder {
  readonly folder: string;
  readonly workUuid: string;
  readonly fencingNumber: number;
}

/** Of some folders of a store, those that results point at, and those that an attempt under way is about to fill. */
export async function referencedFolders(
  tx: TenantTx,
  storeUuid: string,
  folders: readonly AttemptFolder[],
): Promise<ReadonlySet<string>> {
  const named = JSON.stringify(folders);
  const found = await sql<{ folder: string }>`
    SELECT given.folder
    FROM jsonb_to_recordset(${named}::jsonb) AS given (folder text, "workUuid" uuid, "fencingNumber" bigint)
    WHERE EXISTS (
        SELECT FROM plumbline.run_parts AS p
        WHERE p.work_uuid = given."workUuid" AND p.evidence_folder = given.folder
          AND p.evidence_store_uuid = ${storeUuid} AND p.evidence_state = 'written')
      OR EXISTS (
        SELECT FROM plumbline.work AS w
        WHERE w.work_uuid = given."workUuid" AND w.fencing_number = given."fencingNumber" AND w.state = 'leased')
  `.execute(tx);
  return new Set(found.rows.map(({ folder }) => folder));
}
