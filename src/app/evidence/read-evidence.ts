import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { EvidenceKind } from '../../domain/comparison/pair-report.ts';
import {
  type EvidencePage,
  type EvidenceRequest,
  presenceSeconds,
  type RelayedType,
  storeConnector,
} from '../../domain/execution/protocol.ts';
import { finishOperation, getOperation } from '../../storage/queries/operations.ts';
import { getResult, type ResultRecord } from '../../storage/queries/results.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { queueTask } from '../execution/queued-task.ts';
import type { PageRequest } from '../paging.ts';
import type { Relay } from './relay.ts';

export interface EvidenceOf {
  readonly runUuid: string;
  readonly resultUuid: string;
}

export interface EvidencePageRequest extends PageRequest, EvidenceOf {
  readonly kind: EvidenceKind | null;
  readonly field: number | null;
}

export interface EvidencePageRead extends Omit<EvidencePage, 'hasMore'> {
  readonly nextCursor: string | null;
}

/** Where evidence lies that there is. */
type Stored = ResultRecord & { readonly evidenceStoreUuid: string; readonly evidenceFile: string };

const nothing: EvidencePageRead = Object.freeze({ keys: [], fields: [], rows: [], nextCursor: null });

/** A page of differing rows, read where the data is for this one answer. */
export async function readEvidencePage(
  ctx: AppContext,
  caller: Caller,
  request: EvidencePageRequest,
): Promise<EvidencePageRead> {
  const { orgUuid } = caller;
  const { resultUuid, kind, field, limit } = request;
  const stored = await storedEvidence(ctx, caller, request);
  const binding = { list: 'evidence', orgUuid, resultUuid, kind, field, limit };
  const offset = request.cursor === null ? 0 : Number(ctx.cursors.decode(binding, request.cursor)[0]);
  if (stored === null) return nothing;
  const asked = { form: 'page', resultUuid, kind, field, offset, limit } as const;
  const { body } = await relayed(ctx, orgUuid, stored, asked);
  const { hasMore, ...page } = await readJson(body);
  return { ...page, nextCursor: hasMore ? ctx.cursors.encode(binding, [offset + limit]) : null };
}

export interface EvidenceDownload {
  readonly contentType: RelayedType;
  readonly body: Readable;
}

/** All the evidence of a result as a file, which passes through without being kept. */
export async function downloadEvidence(
  ctx: AppContext,
  caller: Caller,
  { format, ...of }: EvidenceOf & { readonly format: 'parquet' | 'csv' },
): Promise<EvidenceDownload> {
  const stored = await storedEvidence(ctx, caller, of);
  if (stored === null) {
    throw new AppError('evidence_none', {
      detail: 'The result has no rows of evidence: nothing differs, or the test keeps none.',
    });
  }
  return relayed(ctx, caller.orgUuid, stored, { form: format, resultUuid: of.resultUuid });
}

/** Null where there never was any. */
async function storedEvidence(ctx: AppContext, { orgUuid }: Caller, of: EvidenceOf): Promise<Stored | null> {
  const result = await ctx.storage.withTenant(orgUuid, (tx) => getResult(tx, of));
  if (result === undefined) {
    throw new AppError('not_found', {
      detail: `There is no result ${of.resultUuid} of the Run ${of.runUuid}.`,
    });
  }
  const { evidenceState, evidenceStoreUuid, evidenceFile } = result;
  if (evidenceState === 'deleting' || evidenceState === 'deleted') {
    throw new AppError('evidence_gone', {
      detail: 'The rows of evidence were deleted; the counts stay. Run the test again to have them again.',
    });
  }
  if (evidenceStoreUuid === null || evidenceFile === null) return null;
  return { ...result, evidenceStoreUuid, evidenceFile };
}

/** How long an executor has to begin. */
const startWithinMs = 30_000;

/** Has an executor send what is asked for, and hands out the end that it comes out of. */
async function relayed(
  ctx: AppContext,
  orgUuid: string,
  stored: Stored,
  request: EvidenceRequest,
): Promise<EvidenceDownload> {
  const connector = storeConnector(stored.evidenceStoreUuid);
  await assertStoreInReach(ctx, orgUuid, connector);
  const relayUuid = ctx.ids.uuid();
  const { replicaUrl } = ctx.settings;
  const relay = ctx.relays.open(relayUuid);
  try {
    const task = { kind: 'evidence.read', file: stored.evidenceFile, request, replicaUrl } as const;
    const resourcePath = `/api/v1/runs/${stored.runUuid}/results/${stored.resultUuid}`;
    const { operationUuid } = await ctx.storage.withTenant(orgUuid, (tx) =>
      queueTask(ctx, tx, task, { connector, resourcePath, workUuid: relayUuid }),
    );
    const contentType = await startOf(ctx, orgUuid, operationUuid, relay);
    return { contentType, body: relay.body };
  } catch (error) {
    relay[Symbol.dispose]();
    throw error;
  }
}

async function assertStoreInReach(ctx: AppContext, orgUuid: string, connector: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - presenceSeconds * 1000);
  if (await ctx.storage.hasExecutor({ orgUuid, connector, since })) return;
  throw new AppError('execution_environment_not_ready', {
    detail: `No executor that can reach the store of this evidence has called within ${presenceSeconds} s. Start the one that holds it, then retry.`,
  });
}

/** How often to look whether the executor has failed: a person waits, and a look is one probe of an index. */
const lookMs = 250;

/** Waits until it comes, the executor says that it will not, or the time is up. */
async function startOf(
  ctx: AppContext,
  orgUuid: string,
  operationUuid: string,
  relay: Relay,
): Promise<RelayedType> {
  const over = new AbortController();
  const failure = failureOf(ctx, orgUuid, operationUuid, over.signal);
  try {
    const begun = await Promise.race([relay.started(startWithinMs, over.signal), failure]);
    if (begun instanceof AppError) throw begun;
    if (begun !== null) return begun;
  } finally {
    over.abort();
  }
  const at = ctx.clock.now();
  await ctx.storage.withTenant(orgUuid, (tx) =>
    finishOperation(tx, { operationUuid, status: 'cancelled', at }),
  );
  throw new AppError('dependency_unavailable', {
    detail: 'No executor has begun to send the evidence in time. Retry; it may be busy.',
    retryAfterSeconds: 5,
  });
}

/** Why the executor will not send anything; never resolves while that is not known. */
async function failureOf(
  ctx: AppContext,
  orgUuid: string,
  operationUuid: string,
  signal: AbortSignal,
): Promise<AppError | null> {
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const operation = await ctx.storage.withTenant(orgUuid, (tx) => getOperation(tx, operationUuid));
    const error = operation?.error;
    if (error) return new AppError(error.code, { detail: error.detail });
  }
  return null;
}

/** A page of 100 rows of long texts; more is no page. */
const longestPageBytes = 64 * 1024 ** 2;

async function readJson(body: Readable): Promise<EvidencePage> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestPageBytes) throw new TypeError('A page of evidence is larger than a page can be.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as EvidencePage;
}
