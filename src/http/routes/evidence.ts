import { deleteRunEvidence } from '../../app/evidence/delete-run-evidence.ts';
import { downloadEvidence, readEvidencePage } from '../../app/evidence/read-evidence.ts';
import { pollSeconds } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { operationView } from '../views/operation-view.ts';

export const evidenceHandlers: HandlersOf<'read_evidence' | 'download_evidence' | 'delete_evidence'> = {
  async read_evidence({ ctx, caller, params, query }) {
    const { rows, ...page } = await readEvidencePage(ctx, caller, { ...params, ...query });
    return { status: 200, body: { ...page, items: rows } };
  },

  async download_evidence({ ctx, caller, params, query: { format } }) {
    const { contentType, body } = await downloadEvidence(ctx, caller, { ...params, format });
    const fileName = `evidence-${params.resultUuid}.${format}`;
    return { status: 200, body, headers: { contentType, fileName } };
  },

  async delete_evidence({ ctx, caller, params, ifMatch }) {
    const { runUuid } = params;
    const operations = await deleteRunEvidence(ctx, caller, { runUuid, ifMatch });
    const { publicUrl } = ctx.settings;
    const body = { runUuid, operations: operations.map((each) => operationView(each, publicUrl)) };
    return { status: 202, body, headers: { location: `/api/v1/runs/${runUuid}`, retryAfter: pollSeconds } };
  },
};
