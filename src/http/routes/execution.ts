import { relayPart } from '../../app/evidence/relay-part.ts';
import { sweepEvidence } from '../../app/evidence/sweep-evidence.ts';
import { awaitTasks } from '../../app/execution/await-tasks.ts';
import { completeTask } from '../../app/execution/complete-task.ts';
import { keepLease, receiveReport } from '../../app/execution/keep-lease.ts';
import { forwardPart } from '../forward-part.ts';
import type { HandlersOf } from '../handler.ts';

/** Soon enough that a person who browses a source does not notice, seldom enough to cost nothing. */
const pollAfterSeconds = 1;

const received = { status: 200, body: { received: true } } as const;

export const executionHandlers: HandlersOf<
  'claim_work' | 'heartbeat_work' | 'report_work' | 'complete_work' | 'relay_evidence' | 'sweep_evidence'
> = {
  async claim_work({ ctx, caller, body, hungUp }) {
    const { longCapacity = null, stores, waitSeconds, ...claimed } = body;
    const request = { ...claimed, longCapacity, stores: stores ?? [] };
    const claim = await awaitTasks(ctx, caller, request, { seconds: waitSeconds ?? 0, hungUp });
    // Who has waited already may come again at once.
    return { status: 200, body: { ...claim, pollAfterSeconds: waitSeconds ? 0 : pollAfterSeconds } };
  },

  async heartbeat_work({ ctx, caller, params, body: { fencingNumber, progress } }) {
    const held = { workUuid: params.workUuid, fencingNumber };
    return { status: 200, body: await keepLease(ctx, caller, held, progress) };
  },

  async report_work({ ctx, caller, params, body: { fencingNumber, sequence, report } }) {
    const held = { workUuid: params.workUuid, fencingNumber };
    await receiveReport(ctx, caller, held, { sequence, report });
    return received;
  },

  async complete_work({ ctx, caller, params, body: { fencingNumber, outcome } }) {
    await completeTask(ctx, caller, { workUuid: params.workUuid, fencingNumber }, outcome);
    return received;
  },

  async relay_evidence({ ctx, caller, params, query, body, authorization }) {
    const part = { ...body, data: Buffer.from(body.data, 'base64') };
    const forward = query.forwarded ? null : forwardPart(authorization, { params, body });
    return { status: 200, body: { wanted: await relayPart(ctx, caller, params.relayUuid, part, forward) } };
  },

  async sweep_evidence({ ctx, caller, body }) {
    return { status: 200, body: { unreferenced: await sweepEvidence(ctx, caller, body) } };
  },
};
