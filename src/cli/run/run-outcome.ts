import type { Static } from 'typebox';
import type { V1Result, V1RunComparison } from '../../contract/schemas/results.ts';
import type { RunReportFormat } from '../../domain/reports/run/render-run-report.ts';
import type { ReportedResult } from '../../domain/reports/run/run-report.ts';
import { allPages } from './all-pages.ts';
import type { PatientClient } from './patient-client.ts';
import { patience, type Run } from './start-run.ts';

export type Result = Static<typeof V1Result>;
export type Comparison = Static<typeof V1RunComparison>;

/** A finished Run, with what changed and as many of its results as are shown. */
export interface RunOutcome {
  readonly run: Run;
  readonly comparison: Comparison;
  readonly results: readonly Result[];
}

/** The worst results first, at most so many. */
export async function readOutcome(service: PatientClient, run: Run, most: number): Promise<RunOutcome> {
  const { runUuid } = run;
  const { body: comparison } = await service.call(
    'compare_run',
    { params: { runUuid }, query: { limit: 100 } },
    patience,
  );
  const all = allPages(async (cursor) => {
    const query = { limit: 100, cursor, order: 'severity' } as const;
    return (await service.call('list_results', { params: { runUuid }, query }, patience)).body;
  });
  const results: Result[] = [];
  for await (const result of all) {
    if (results.length === most) break;
    results.push(result);
  }
  return { run, comparison, results };
}

/** The report as the service writes it. */
export async function readReport(
  service: PatientClient,
  runUuid: string,
  format: RunReportFormat,
): Promise<string> {
  const { body } = await service.call('get_run_report', { params: { runUuid }, query: { format } }, patience);
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new TypeError('The client gives a file as bytes.');
}

/** A result as reports tell of it. */
export function reportedResult(result: Result): ReportedResult {
  const { source, target, matchedRows, mismatchedRows, missingInSource, missingInTarget } = result;
  const { duplicateKeys, unconvertible, diagnostics, evidence } = result;
  return {
    resultUuid: result.resultUuid,
    validationTestUuid: result.validationTestUuid,
    name: result.name,
    pairName: result.datasetPairName,
    functionCode: result.functionCode,
    definition: { fields: result.fields, keys: result.keys },
    status: result.status,
    report: unconvertible && {
      source,
      target,
      matchedRows,
      mismatchedRows,
      missingInSource,
      missingInTarget,
      duplicateKeys,
      unconvertible,
      diagnostics,
    },
    error: result.error,
    evidenceState: evidence.state,
    evidenceRows: evidence.rows,
    evidenceCapped: evidence.capped,
    startedAt: result.startedAt === null ? null : new Date(result.startedAt),
    finishedAt: result.finishedAt === null ? null : new Date(result.finishedAt),
  };
}
