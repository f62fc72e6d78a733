import { setOperationProgress } from '../../src/storage/queries/operations.ts';
import { endResults, insertResults } from '../../src/storage/queries/results.ts';
import { countResults, finishRun, insertRun, type NewRun } from '../../src/storage/queries/runs.ts';
import { insertRunParts, startRunPart } from '../../src/storage/queries/runs-parts.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';

/** One Run that waits and one that is over, each of one test. */
export interface SeededRuns {
  readonly runUuid: string;
  readonly finishedRunUuid: string;
  /** The work and the result of the one that waits. */
  readonly partUuid: string;
  readonly resultUuid: string;
}

export function newRun(runUuid: string): NewRun {
  return {
    runUuid,
    name: 'Nightly',
    scope: 'all',
    scopeKey: 'all',
    scopeLabel: 'All active tests',
    testCount: 1,
    functionCode: null,
    validationTestUuid: null,
    retryOf: null,
    submittedBy: { kind: 'application', memberUuid: null, applicationId: 'ci', displayName: null },
    submittedAt: testStart,
  };
}

export async function seedRuns(
  tx: TenantTx,
  ids: {
    readonly validationTestUuid: string;
    readonly datasetPairUuid: string;
    readonly operationUuid: string;
  },
): Promise<SeededRuns> {
  const { validationTestUuid, datasetPairUuid, operationUuid } = ids;
  const seeded = {
    finishedRunUuid: newUuid(),
    runUuid: newUuid(),
    partUuid: newUuid(),
    resultUuid: newUuid(),
  };
  await setOperationProgress(tx, { operationUuid, done: 1, total: 2, unit: 'rows' });
  const runs = [
    { runUuid: seeded.finishedRunUuid, workUuid: newUuid(), resultUuid: newUuid() },
    { runUuid: seeded.runUuid, workUuid: seeded.partUuid, resultUuid: seeded.resultUuid },
  ];
  for (const { runUuid, workUuid, resultUuid } of runs) {
    await insertRun(tx, newRun(runUuid));
    await insertRunParts(tx, [{ workUuid, runUuid, operationUuid, datasetPairUuid, testCount: 1 }]);
    await insertResults(tx, { runUuid, results: [{ resultUuid, workUuid, ordinal: 0, validationTestUuid }] });
    if (runUuid === seeded.runUuid) {
      await startRunPart(tx, { workUuid, at: testStart });
      continue;
    }
    const ended = await endResults(tx, {
      workUuid,
      outcomes: [passed(resultUuid)],
      startedAt: null,
      at: testStart,
    });
    await countResults(tx, { runUuid, ended });
    await finishRun(tx, { runUuid, status: 'pass', at: testStart, cancelled: false });
  }
  return seeded;
}

export function passed(resultUuid: string) {
  const evidence = { evidenceFile: null, evidenceRows: 0, evidenceCapped: false };
  // Retryable, so that a query that looks for such finds one.
  return {
    resultUuid,
    status: 'pass',
    report: null,
    error: null,
    retryable: true,
    engine: null,
    ...evidence,
  } as const;
}
