import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparedDataset, RunCompareTask } from '../../domain/execution/protocol.ts';
import { evidenceFolder, type RunAttempt } from '../../domain/runs/evidence-folder.ts';
import { specifyPair } from '../../domain/validation/specify-pair.ts';
import type { FitReason } from '../../domain/validation/validation-test.ts';
import { getDatasetPair } from '../../storage/queries/dataset-pairs.ts';
import { getDataset } from '../../storage/queries/datasets.ts';
import { endResults, openResults } from '../../storage/queries/results.ts';
import { getRunPart } from '../../storage/queries/runs-parts.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { reachableSource } from '../execution/reachable-source.ts';
import { endPart } from './comparison-effects.ts';
import { concludeRun } from './conclude-run.ts';

/**
 * The tests of a part as an executor gets them: as they were submitted, over the datasets as they are prepared now.
 * Those that no longer fit end here, before anything is sent; undefined when no other is left.
 */
export async function composeComparison(
  ctx: AppContext,
  tx: TenantTx,
  attempt: RunAttempt,
): Promise<RunCompareTask | undefined> {
  const { orgUuid, runUuid, workUuid } = attempt;
  const at = ctx.clock.now();
  const part = await getRunPart(tx, workUuid);
  if (part === undefined) throw new TypeError(`The work ${workUuid} is of no Run.`);
  const datasets = await comparedDatasets(ctx, tx, orgUuid, part.datasetPairUuid);
  const tests = await openResults(tx, workUuid);
  const { specification, refused } = specifyPair(
    datasets,
    tests.map(({ resultUuid, definition }) => ({ id: resultUuid, definition })),
  );
  const ended = await endResults(tx, {
    workUuid,
    outcomes: refused.map(({ id, reasons }) => outdated(id, reasons)),
    startedAt: at,
    at,
  });
  if (specification.tests.length === 0) {
    await endPart(ctx, tx, { ...attempt, ended, at, evidence: null });
    return undefined;
  }
  if (refused.length > 0) await concludeRun(ctx, tx, { ...attempt, ended, at });
  return { kind: 'run.compare', runUuid, datasets, specification, evidenceFolder: evidenceFolder(attempt) };
}

function outdated(resultUuid: string, reasons: readonly FitReason[]) {
  const detail = reasons.map((reason) => reason.detail).join(' ');
  return {
    resultUuid,
    status: 'error',
    report: null,
    error: { code: 'test_outdated', detail: detail.slice(0, 2_000) },
    retryable: false,
    engine: null,
    evidenceFile: null,
    evidenceRows: 0,
    evidenceCapped: false,
  } as const;
}

async function comparedDatasets(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  datasetPairUuid: string,
): Promise<BySide<ComparedDataset>> {
  const pair = await getDatasetPair(tx, datasetPairUuid);
  if (pair === undefined) throw gone(`The dataset pair ${datasetPairUuid}`);
  return {
    source: await comparedDataset(ctx, tx, orgUuid, pair.sourceDatasetUuid),
    target: await comparedDataset(ctx, tx, orgUuid, pair.targetDatasetUuid),
  };
}

async function comparedDataset(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  datasetUuid: string,
): Promise<ComparedDataset> {
  const dataset = await getDataset(tx, datasetUuid);
  if (dataset === undefined) throw gone(`The dataset ${datasetUuid}`);
  const { name, locator, zone, sourceUuid, fields, schemaHash, preparedAt } = dataset;
  if (preparedAt === null || fields === null || schemaHash === null) {
    throw new AppError('dataset_not_prepared', {
      detail: `The dataset ${name} (${datasetUuid}) is not prepared. Wait for its preparation or repeat it, then retry the Run.`,
    });
  }
  const source = await reachableSource(ctx, tx, orgUuid, sourceUuid);
  return { datasetUuid, name, source, locator, zone, fields, schemaHash };
}

/** Deleted after the Run was submitted, which its tests did not live to see either. */
function gone(what: string): AppError {
  return new AppError('test_outdated', { detail: `${what} was deleted before the test was run.` });
}
