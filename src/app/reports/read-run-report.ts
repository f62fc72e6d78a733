import { Readable } from 'node:stream';
import { type RunReportFormat, runReports } from '../../domain/reports/run/render-run-report.ts';
import type { ReportedRun, ResultStream } from '../../domain/reports/run/run-report.ts';
import { listResults, type ResultRecord } from '../../storage/queries/results.ts';
import type { RunRecord } from '../../storage/queries/runs.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { compareRuns, type RunComparison } from '../runs/compare-runs.ts';
import { assertFinished, requireRun } from '../runs/read-runs.ts';

/** A few hundred kilobytes at a time, and one short transaction each. */
const pageSize = 500;
/** More changes than this nobody reads in a report. */
const mostChanges = 100;

export interface RunReportFile {
  readonly contentType: string;
  readonly fileName: string;
  readonly body: Readable;
}

/** The report of a finished Run, read from the database while it is sent. */
export async function readRunReport(
  ctx: AppContext,
  caller: Caller,
  { runUuid, format }: { readonly runUuid: string; readonly format: RunReportFormat },
): Promise<RunReportFile> {
  const { contentType, extension, order, render } = runReports[format];
  const run = await ctx.storage.withTenant(caller.orgUuid, (tx) => requireRun(tx, runUuid));
  assertFinished(run);
  const page = { limit: mostChanges, cursor: null };
  const changes = await compareRuns(ctx, caller, { runUuid, with: null, change: null, ...page });
  const reported = reportedRun(run, changes, ctx.settings.publicUrl);
  const results = resultsOf(ctx, caller, runUuid, order);
  return {
    contentType,
    fileName: `run-${runUuid}.${extension}`,
    body: Readable.from(render(reported, results), { objectMode: false }),
  };
}

async function* resultsOf(
  ctx: AppContext,
  caller: Caller,
  runUuid: string,
  order: 'severity' | 'run',
): ResultStream & AsyncGenerator<ResultRecord> {
  let after: { readonly severity: number; readonly ordinal: number } | null = null;
  for (;;) {
    const page: ResultRecord[] = await ctx.storage.withTenant(caller.orgUuid, (tx) =>
      listResults(tx, { runUuid, order, limit: pageSize, after }),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { severity: last.severity, ordinal: last.ordinal };
  }
}

function reportedRun(run: RunRecord, changes: RunComparison, publicUrl: string): ReportedRun {
  const { runUuid, name, scopeLabel, status, testCount, submittedBy, startedAt, finishedAt } = run;
  return {
    runUuid,
    name,
    scopeLabel,
    status,
    testCount,
    counts: {
      pass: run.passCount,
      fail: run.failCount,
      error: run.errorCount,
      noResults: run.noResultCount,
    },
    submittedBy: submittedBy.displayName ?? submittedBy.applicationId,
    startedAt,
    finishedAt,
    url: `${publicUrl}/runs/${runUuid}`,
    changes: {
      previousRunUuid: changes.previousRunUuid,
      counts: changes.counts,
      items: changes.items,
    },
  };
}
