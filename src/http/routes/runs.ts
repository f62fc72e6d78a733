import type { Static } from 'typebox';
import { cancelRun } from '../../app/runs/cancel-run.ts';
import { compareRuns } from '../../app/runs/compare-runs.ts';
import { readResult, readResults } from '../../app/runs/read-results.ts';
import { readRun, readRuns } from '../../app/runs/read-runs.ts';
import { retryRun } from '../../app/runs/retry-run.ts';
import { submitRun } from '../../app/runs/submit-run.ts';
import type { V1Run } from '../../contract/schemas/runs.ts';
import { isFinished } from '../../domain/runs/run.ts';
import { pollSeconds } from '../accepted-operation.ts';
import type { AnswerHeaders, HandlersOf } from '../handler.ts';
import { comparisonView, resultView } from '../views/result-view.ts';
import { runView } from '../views/run-view.ts';

export const runHandlers: HandlersOf<
  | 'list_runs'
  | 'submit_all_runs'
  | 'submit_run'
  | 'retry_run'
  | 'get_run'
  | 'cancel_run'
  | 'list_results'
  | 'get_result'
  | 'compare_run'
> = {
  async list_runs({ ctx, caller, query }) {
    const { items, nextCursor } = await readRuns(ctx, caller, query);
    return { status: 200, body: { items: items.map(runView), nextCursor } };
  },

  async submit_all_runs({ ctx, caller, retry }) {
    return acceptedRun(await submitRun(ctx, caller, { scope: { kind: 'all' }, name: null }, retry));
  },

  async submit_run({ ctx, caller, body: { scope, name = null }, retry }) {
    return acceptedRun(await submitRun(ctx, caller, { scope, name }, retry));
  },

  async retry_run({ ctx, caller, params, retry }) {
    return acceptedRun(await retryRun(ctx, caller, params.runUuid, retry));
  },

  async get_run({ ctx, caller, params }) {
    const body = runView(await readRun(ctx, caller, params.runUuid));
    const headers = { etag: body.etag, ...(!isFinished(body.overallStatus) && { retryAfter: pollSeconds }) };
    return { status: 200, body, headers };
  },

  async cancel_run({ ctx, caller, params, retry }) {
    const { run, replayed } = await cancelRun(ctx, caller, params.runUuid, retry);
    const body = runView(run);
    return { status: 200, body, headers: { etag: body.etag, location: placeOf(body), replayed } };
  },

  async list_results({ ctx, caller, params, query }) {
    const { items, nextCursor } = await readResults(ctx, caller, { ...params, ...query });
    return { status: 200, body: { items: items.map(resultView), nextCursor } };
  },

  async get_result({ ctx, caller, params }) {
    return { status: 200, body: resultView(await readResult(ctx, caller, params)) };
  },

  async compare_run({ ctx, caller, params, query }) {
    return { status: 200, body: comparisonView(await compareRuns(ctx, caller, { ...params, ...query })) };
  },
};

interface AcceptedRun<Status> {
  readonly status: Status;
  readonly body: Static<typeof V1Run>;
  readonly headers: AnswerHeaders;
}

/** 202 while the Run is pending or running, 200 once a replay finds it terminal. */
function acceptedRun({
  run,
  replayed,
}: Awaited<ReturnType<typeof submitRun>>): AcceptedRun<200> | AcceptedRun<202> {
  const body = runView(run);
  const headers = { location: placeOf(body), replayed };
  return isFinished(run.status)
    ? { status: 200, body, headers }
    : { status: 202, body, headers: { ...headers, retryAfter: pollSeconds } };
}

function placeOf({ runUuid }: Static<typeof V1Run>): string {
  return `/api/v1/runs/${runUuid}`;
}
