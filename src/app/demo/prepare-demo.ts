import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import { detectedReading } from '../../domain/catalog/locator.ts';
import { type DemoTable, demoTables } from '../../domain/demo/demo-tables.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import type { DelegatedPrincipal } from '../../domain/principal.ts';
import { isFinished } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../storage/queries/runs.ts';
import { identifyCaller } from '../access/identify-caller.ts';
import { ServiceStopping } from '../background/work-failure.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { createDataset } from '../datasets/create-dataset.ts';
import { retryPreparation } from '../datasets/prepare-dataset.ts';
import { readDataset } from '../datasets/read-datasets.ts';
import { isExecutorPresent } from '../execution/executor-presence.ts';
import type { RetryKey } from '../idempotency.ts';
import { createPair } from '../pairs/change-pairs.ts';
import { readTestSuggestions } from '../pairs/suggest.ts';
import { readRun } from '../runs/read-runs.ts';
import { submitRun } from '../runs/submit-run.ts';
import { createSource } from '../sources/create-source.ts';
import { createTests } from '../validation-tests/create-tests.ts';
import { demoTests } from './demo-tests.ts';

/** The kind of background work that brings the demo Organization to its first finished Run. */
export const prepareDemoKind = 'demo.prepare';

export interface DemoPreparation {
  /** In whose name everything is registered. */
  readonly owner: DelegatedPrincipal;
  /** Where the files are, as the executor sees it. */
  readonly folder: string;
  /** Makes the files; does nothing where they are. */
  readonly makeFiles: (signal: AbortSignal) => Promise<void>;
  readonly onEnded: (end: DemoEnd) => void;
  /** Aborted when the service stops, which is before the executor that is waited for stops. */
  readonly stopping: AbortSignal;
}

export type DemoEnd =
  | { readonly outcome: 'finished'; readonly run: RunRecord }
  | { readonly outcome: 'failed'; readonly failure: OperationFailure };

/**
 * Goes through the use cases that everybody goes through, in the name of the Owner, each with an idempotency key of its
 * own: an attempt that was cut off anywhere is followed by one that finds what is there and goes on.
 */
export function prepareDemo(ctx: AppContext, demo: DemoPreparation): WorkHandler {
  return {
    kind: prepareDemoKind,
    // Several times what it takes on a machine that is busy with other things.
    timeoutMs: 600_000,
    async run(_work, attempt) {
      const signal = AbortSignal.any([attempt.signal, demo.stopping]);
      try {
        await demo.makeFiles(signal);
        const caller = await identifyCaller(ctx, demo.owner, 'owner');
        const run = await reachFinishedRun({ ctx, caller, signal }, demo.folder);
        return {
          async write(tx) {
            tx.afterCommit(() => demo.onEnded({ outcome: 'finished', run }));
          },
        };
      } catch (error) {
        throw demo.stopping.aborted ? new ServiceStopping('The demo goes on at the next start.') : error;
      }
    },
    async giveUp(tx, _work, failure) {
      tx.afterCommit(() => demo.onEnded({ outcome: 'failed', failure }));
    },
  };
}

interface Step {
  readonly ctx: AppContext;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

async function reachFinishedRun(step: Step, root: string): Promise<RunRecord> {
  const { ctx, caller, signal } = step;
  const settings = { kind: 'files', root } as const;
  const { source } = await createSource(
    ctx,
    caller,
    { name: 'Demo files', settings, password: null },
    keyOf('create_discovery_source', 'files'),
  );
  const tables = Object.values(demoTables);
  // All are queued before one is waited for: the executor prepares several at once.
  const registered = await inTurn(tables, async (table) => ({
    table,
    legacy: await registerDataset(step, source.sourceUuid, table, 'legacy'),
    migrated: await registerDataset(step, source.sourceUuid, table, 'migrated'),
  }));
  const pairs = await inTurn(registered, async ({ table, legacy, migrated }) => {
    await awaitPreparation(step, legacy);
    await awaitPreparation(step, migrated);
    return createTestedPair(step, table, { legacy, migrated });
  });
  await until(signal, () => isExecutorPresent(ctx, caller.orgUuid, 'files'));
  const { run } = await submitRun(
    ctx,
    caller,
    { scope: { kind: 'dataset_pairs', datasetPairUuids: pairs }, name: 'Demo: legacy against migrated' },
    keyOf('submit_run', 'all'),
  );
  return until(signal, async () => {
    const now = await readRun(ctx, caller, run.runUuid);
    return isFinished(now.status) ? now : undefined;
  });
}

async function registerDataset(
  { ctx, caller }: Step,
  sourceUuid: string,
  table: DemoTable,
  copy: 'legacy' | 'migrated',
): Promise<string> {
  const { dataset } = await createDataset(
    ctx,
    caller,
    {
      name: `${table.name} (${copy})`,
      sourceUuid,
      locator: { kind: 'files', path: table[copy], reading: detectedReading },
      zone: null,
    },
    keyOf('create_dataset', `${copy}-${table.name}`),
  );
  return dataset.datasetUuid;
}

/** One that failed is prepared again, and left to the next attempt: what was in its way may be gone by then. */
async function awaitPreparation({ ctx, caller, signal }: Step, datasetUuid: string): Promise<void> {
  const { name, preparationStatus, preparationUuid } = await until(signal, async () => {
    const dataset = await readDataset(ctx, caller, datasetUuid);
    return dataset.preparationStatus === 'queued' || dataset.preparationStatus === 'running'
      ? undefined
      : dataset;
  });
  if (preparationStatus === 'succeeded') return;
  await retryPreparation(ctx, caller, datasetUuid, keyOf('retry_dataset_preparation', preparationUuid));
  throw new AppError('dependency_unavailable', {
    detail: `The dataset ${name} could not be prepared; operation ${preparationUuid} says why.`,
  });
}

async function createTestedPair(
  { ctx, caller }: Step,
  { name }: DemoTable,
  { legacy, migrated }: { readonly legacy: string; readonly migrated: string },
): Promise<string> {
  const { pair } = await createPair(
    ctx,
    caller,
    { name, sourceDatasetUuid: legacy, targetDatasetUuid: migrated },
    keyOf('create_dataset_pair', name),
  );
  const { datasetPairUuid } = pair;
  const suggestions = await readTestSuggestions(ctx, caller, { datasetPairUuid, limit: 100, cursor: null });
  await createTests(
    ctx,
    caller,
    demoTests(name, suggestions.items).map((test) => ({ ...test, datasetPairUuid, status: 'active' })),
    keyOf('create_validation_tests', name),
  );
  return datasetPairUuid;
}

/** The same at every attempt, so that what an earlier one did is found again. */
function keyOf(operationId: string, name: string): RetryKey {
  const key = `demo-${name}`;
  return { operationId, key, fingerprint: createHash('sha256').update(key).digest('hex') };
}

/** Short against what is waited for, and few enough questions for a database that answers one at a time. */
const pollMs = 200;

async function until<T>(signal: AbortSignal, look: () => Promise<T | false | undefined>): Promise<T> {
  while (true) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(pollMs, undefined, { signal });
  }
}

/** One after the other: each is a transaction, and the embedded database has one at a time. */
async function inTurn<Item, T>(items: readonly Item[], each: (item: Item) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const item of items) results.push(await each(item));
  return results;
}
