import { claimTasks } from '../../app/execution/claim-tasks.ts';
import { completeTask } from '../../app/execution/complete-task.ts';
import { keepLease, receiveReport } from '../../app/execution/keep-lease.ts';
import type { HandlersOf } from '../handler.ts';

/** Soon enough that a person who browses a source does not notice, seldom enough to cost nothing. */
const pollAfterSeconds = 1;

const received = { status: 200, body: { received: true } } as const;

export const executionHandlers: HandlersOf<
  'claim_work' | 'heartbeat_work' | 'report_work' | 'complete_work'
> = {
  async claim_work({ ctx, caller, body }) {
    const claim = await claimTasks(ctx, caller, body);
    return { status: 200, body: { ...claim, pollAfterSeconds } };
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
};
