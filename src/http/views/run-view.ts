import type { Static } from 'typebox';
import type { readRun } from '../../app/runs/read-runs.ts';
import type { V1Run } from '../../contract/schemas/runs.ts';
import { etagOf } from '../../domain/etag.ts';

export function runView(run: Awaited<ReturnType<typeof readRun>>): Static<typeof V1Run> {
  return {
    runUuid: run.runUuid,
    name: run.name,
    scope: run.scope,
    scopeLabel: run.scopeLabel,
    overallStatus: run.status,
    testCount: run.testCount,
    resultCount: run.resultCount,
    counts: {
      pass: run.passCount,
      fail: run.failCount,
      error: run.errorCount,
      noResults: run.noResultCount,
    },
    rows: {
      matched: countView(run.matchedRows),
      mismatched: countView(run.mismatchedRows),
      missing: countView(run.missingRows),
    },
    functionCode: run.functionCode,
    validationTestUuid: run.validationTestUuid,
    retryOfRunUuid: run.retryOf,
    submittedBy: run.submittedBy,
    submittedAt: run.submittedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    cancelledAt: run.cancelledAt?.toISOString() ?? null,
    progress: { done: run.done, total: run.testCount, unit: 'tests' },
    etag: etagOf('run', run.runUuid, run.version),
  };
}

function countView(total: string): number | string {
  return Number.isSafeInteger(Number(total)) ? Number(total) : total;
}
