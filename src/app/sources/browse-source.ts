import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { Candidate } from '../../domain/catalog/candidate.ts';
import type { SourceBrowseResult } from '../../domain/execution/protocol.ts';
import { finishOperation, getOperation, type OperationRecord } from '../../storage/queries/operations.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { executorAbsent, isExecutorPresent } from '../execution/executor-presence.ts';
import { queueTask } from '../execution/queued-task.ts';
import { browseFactory } from '../factories/browse-factory.ts';
import type { Page, PageRequest } from '../paging.ts';
import { readSource } from './read-sources.ts';

export interface BrowseRequest extends PageRequest {
  readonly sourceUuid: string;
  readonly parent: string | null;
  readonly search: string | null;
}

/** Lists what a source holds, as an executor finds it now. */
export async function browseSource(
  ctx: AppContext,
  caller: Caller,
  request: BrowseRequest,
): Promise<Page<Candidate>> {
  const { orgUuid } = caller;
  const { sourceUuid, parent, search, limit } = request;
  const source = await readSource(ctx, caller, sourceUuid);
  if (source.settings.kind === 'factory') return browseFactory(ctx, caller, source.settings, request);
  const binding = { list: 'candidates', orgUuid, sourceUuid, parent, search, limit };
  const after = request.cursor === null ? null : String(ctx.cursors.decode(binding, request.cursor)[0]);
  if (!(await isExecutorPresent(ctx, orgUuid, source.kind))) throw executorAbsent(source.kind);
  const task = { kind: 'source.browse', sourceUuid, parent, search, limit, after } as const;
  const { operationUuid } = await ctx.storage.withTenant(orgUuid, (tx) =>
    queueTask(ctx, tx, task, {
      connector: source.kind,
      resourcePath: `/api/v1/discovery-sources/${sourceUuid}`,
    }),
  );
  const { candidates, next } = await answerOf(ctx, orgUuid, operationUuid);
  // More than were asked for would be left out of every page: the executor's `next` lies behind all of them.
  return {
    items: candidates.slice(0, limit),
    nextCursor: next === null ? null : ctx.cursors.encode(binding, [next]),
  };
}

async function answerOf(
  ctx: AppContext,
  orgUuid: string,
  operationUuid: string,
): Promise<Pick<SourceBrowseResult, 'candidates' | 'next'>> {
  const operation = await endedOperation(ctx, orgUuid, operationUuid);
  if (operation?.status === 'succeeded') return operation.result as SourceBrowseResult;
  if (operation?.error) throw new AppError(operation.error.code, { detail: operation.error.detail });
  throw new AppError('dependency_unavailable', {
    detail: 'No executor has listed the source in time. Retry; it may be busy, or the source slow.',
    retryAfterSeconds: 5,
  });
}

/** How often to look whether the executor has answered: a person waits, and a look is one probe of an index. */
const lookMs = 100;

/** The operation once it is over; undefined when the time is up, after which nobody wants it any more. */
async function endedOperation(
  ctx: AppContext,
  orgUuid: string,
  operationUuid: string,
): Promise<OperationRecord | undefined> {
  const deadline = performance.now() + ctx.settings.browseWaitMs;
  while (performance.now() < deadline) {
    const operation = await ctx.storage.withTenant(orgUuid, (tx) => getOperation(tx, operationUuid));
    if (operation !== undefined && operation.finishedAt !== null) return operation;
    await sleep(lookMs);
  }
  const cancelled = await ctx.storage.withTenant(orgUuid, (tx) =>
    finishOperation(tx, { operationUuid, status: 'cancelled', at: ctx.clock.now() }),
  );
  // Undefined: it ended at the last moment.
  if (cancelled !== undefined) return undefined;
  return ctx.storage.withTenant(orgUuid, (tx) => getOperation(tx, operationUuid));
}
