import type { Static } from 'typebox';
import type { compareRuns } from '../../app/runs/compare-runs.ts';
import type { readResult } from '../../app/runs/read-results.ts';
import type { V1Result, V1RunComparison } from '../../contract/schemas/results.ts';

const unseen = { value: null, rows: null };

export function resultView(result: Awaited<ReturnType<typeof readResult>>): Static<typeof V1Result> {
  const { report, definition } = result;
  return {
    resultUuid: result.resultUuid,
    runUuid: result.runUuid,
    validationTestUuid: result.validationTestUuid,
    datasetPairUuid: result.datasetPairUuid,
    datasetPairName: result.pairName,
    name: result.name,
    functionCode: result.functionCode,
    fields: definition.fields.map(fieldsView),
    keys: definition.keys.map(fieldsView),
    status: result.status,
    source: report?.source ?? unseen,
    target: report?.target ?? unseen,
    matchedRows: report?.matchedRows ?? null,
    mismatchedRows: report?.mismatchedRows ?? null,
    missingInSource: report?.missingInSource ?? null,
    missingInTarget: report?.missingInTarget ?? null,
    duplicateKeys: report?.duplicateKeys ?? null,
    unconvertible: report?.unconvertible ?? null,
    evidence: { state: result.evidenceState, rows: result.evidenceRows, capped: result.evidenceCapped },
    diagnostics: report?.diagnostics ?? [],
    error: result.error,
    retryable: result.retryable,
    engine: result.engine,
    startedAt: result.startedAt?.toISOString() ?? null,
    finishedAt: result.finishedAt?.toISOString() ?? null,
  };
}

function fieldsView({ sourceField, targetField }: { sourceField: string; targetField: string }) {
  return { sourceField, targetField };
}

export function comparisonView(
  comparison: Awaited<ReturnType<typeof compareRuns>>,
): Static<typeof V1RunComparison> {
  const { runUuid, previousRunUuid, counts, items, nextCursor } = comparison;
  return {
    runUuid,
    previousRunUuid,
    counts,
    items: items.map((item) => ({
      change: item.change,
      validationTestUuid: item.validationTestUuid,
      name: item.name,
      functionCode: item.functionCode,
      datasetPairUuid: item.datasetPairUuid,
      datasetPairName: item.pairName,
      before: item.before,
      after: item.after,
      resultUuid: item.resultUuid,
      previousResultUuid: item.previousResultUuid,
    })),
    nextCursor,
  };
}
