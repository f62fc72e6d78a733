import * as evidence from '../../src/storage/queries/evidence.ts';
import { endRunPart, getRunPart } from '../../src/storage/queries/runs-parts.ts';
import { getWorkPayload } from '../../src/storage/queries/work.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import type { SeededTenant } from './seeded-tenant.ts';
import type { Case } from './wrong-tenant.test.ts';

const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const storeUuid = newUuid();
const folder = 'somewhere';

/** Evidence for the tenant's own part of a Run; for anybody else there is no such part. */
async function write(tx: TenantTx, { partUuid }: SeededTenant): Promise<void> {
  await endRunPart(tx, { workUuid: partUuid, at: testStart, evidence: { storeUuid, folder } });
}

/** The queries of evidence, asked with what belongs to somebody else. */
export const evidenceCases: Record<string, Case> = {
  markEvidenceDeleting: {
    ask: async (tx, victim) => {
      await write(tx, victim);
      return evidence.markEvidenceDeleting(tx, victim.runUuid);
    },
    stranger: [],
    owner: some,
  },
  foldersToDelete: {
    ask: async (tx, victim) => {
      await write(tx, victim);
      await evidence.markEvidenceDeleting(tx, victim.runUuid);
      return evidence.foldersToDelete(tx, { runUuid: victim.runUuid, storeUuid });
    },
    stranger: [],
    owner: some,
  },
  markEvidenceDeleted: {
    ask: async (tx, victim) => {
      await write(tx, victim);
      await evidence.markEvidenceDeleting(tx, victim.runUuid);
      await evidence.markEvidenceDeleted(tx, { runUuid: victim.runUuid, storeUuid });
      return (await getRunPart(tx, victim.partUuid))?.evidenceState;
    },
    stranger: undefined,
    owner: (answer) => answer === 'deleted',
  },
  referencedFolders: {
    ask: async (tx, victim) => {
      await write(tx, victim);
      const named = { folder, workUuid: victim.partUuid, fencingNumber: 1 };
      return [...(await evidence.referencedFolders(tx, storeUuid, [named]))];
    },
    stranger: [],
    owner: some,
  },
  getWorkPayload: {
    ask: (tx, { leasedWork }) => getWorkPayload(tx, leasedWork.workUuid),
    stranger: undefined,
    owner: (answer) => answer !== undefined,
  },
};
