import type { FieldError } from '../../domain/app-error.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { TestReport } from '../../domain/comparison/pair-report.ts';
import type { RunCompareResult } from '../../domain/execution/protocol.ts';
import type { OperationFailure } from '../../domain/operation.ts';
import { evidenceFolder, type RunAttempt } from '../../domain/runs/evidence-folder.ts';
import { isRetryable, keptReport } from '../../domain/runs/result.ts';
import type { EndedTests } from '../../domain/runs/run.ts';
import {
  endResults,
  failOpenResults,
  openResults,
  type ResultOutcome,
} from '../../storage/queries/results.ts';
import { getRun, startRun } from '../../storage/queries/runs.ts';
import { endRunPart, getRunPart, type PartEvidence, startRunPart } from '../../storage/queries/runs-parts.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { tellRun } from '../events/run-events.ts';
import { concludeRun } from './conclude-run.ts';

/** The work that compares the tests of a part. */
export type ComparisonWork = Pick<RunAttempt, 'orgUuid' | 'runUuid' | 'workUuid'>;

/** An executor has the part. */
export async function writeComparisonStart(
  ctx: AppContext,
  tx: TenantTx,
  { runUuid, workUuid }: ComparisonWork,
  at: Date,
): Promise<void> {
  const run = (await startRun(tx, { runUuid, at })) ? await getRun(tx, runUuid) : undefined;
  if (run !== undefined) tellRun(ctx, tx, 'started', run);
  await startRunPart(tx, { workUuid, at });
}

/**
 * What an executor found out about the tests of a part, and the Run's verdict if it was the last. Answers with what is
 * wrong with it; nothing is written then.
 */
export async function writeComparison(
  ctx: AppContext,
  tx: TenantTx,
  attempt: RunAttempt,
  result: RunCompareResult,
  at: Date,
): Promise<readonly FieldError[]> {
  const { workUuid } = attempt;
  const [part, open] = [await getRunPart(tx, workUuid), await openResults(tx, workUuid)];
  const folder = evidenceFolder(attempt);
  const functions = new Map(open.map(({ resultUuid, functionCode }) => [resultUuid, functionCode]));
  const faults = comparisonFaults(result, functions, folder);
  if (faults.length > 0) return faults;
  const reports = new Map(result.tests.map((report) => [report.testId, report]));
  const ended = await endResults(tx, {
    workUuid,
    outcomes: open.map(({ resultUuid }) => outcomeOf(resultUuid, reports.get(resultUuid), result)),
    startedAt: part?.startedAt ?? null,
    at,
  });
  const evidence = evidenceOf(result, folder);
  await endPart(ctx, tx, { ...attempt, ended, at, evidence });
  return [];
}

/** The work was given up: what its tests would have come to nobody knows. */
export async function writeComparisonFailure(
  ctx: AppContext,
  tx: TenantTx,
  work: ComparisonWork,
  { code, detail }: OperationFailure,
  at: Date,
): Promise<void> {
  const ended = await failOpenResults(tx, {
    of: { workUuid: work.workUuid },
    error: { code, detail },
    retryable: isRetryable(code),
    at,
  });
  await endPart(ctx, tx, { ...work, ended, at, evidence: null });
}

export async function endPart(
  ctx: AppContext,
  tx: TenantTx,
  input: ComparisonWork & {
    readonly ended: EndedTests;
    readonly at: Date;
    readonly evidence: PartEvidence | null;
  },
): Promise<void> {
  await endRunPart(tx, input);
  await concludeRun(ctx, tx, input);
}

/** A test that the executor says nothing about ends without a result, and can be retried. */
function outcomeOf(
  resultUuid: string,
  report: TestReport | undefined,
  { engine }: RunCompareResult,
): ResultOutcome {
  if (report === undefined) {
    const nothing = {
      report: null,
      error: null,
      engine,
      evidenceFile: null,
      evidenceRows: 0,
      evidenceCapped: false,
    };
    return { resultUuid, status: 'no_results', retryable: true, ...nothing };
  }
  const { status, error, evidence } = report;
  return {
    resultUuid,
    status,
    report: keptReport(report),
    error: error && { code: error.code, detail: error.detail },
    retryable: error?.retryable ?? false,
    engine,
    evidenceFile: evidence.file,
    evidenceRows: evidence.rows,
    evidenceCapped: evidence.capped,
  };
}

function evidenceOf({ tests, storeUuid }: RunCompareResult, folder: string): PartEvidence | null {
  const isWritten = storeUuid !== null && tests.some(({ evidence }) => evidence.file !== null);
  return isWritten ? { storeUuid, folder } : null;
}

/** What cannot be the result of this attempt: another's tests or functions, or evidence at another's place. */
function comparisonFaults(
  { tests, storeUuid }: RunCompareResult,
  expected: ReadonlyMap<string, FunctionCode>,
  folder: string,
): readonly FieldError[] {
  const seen = new Set<string>();
  return tests.flatMap(({ testId, functionCode, status, error, evidence }, index) => {
    const pointer = `/outcome/result/tests/${index}`;
    const faults: FieldError[] = [];
    const fault = (place: string, code: string, detail: string) =>
      faults.push({ pointer: `${pointer}/${place}`, code, detail });
    const asked = expected.get(testId);
    if (asked === undefined) fault('testId', 'test_unknown', 'Not a test of this work that has not ended.');
    else if (asked !== functionCode) fault('functionCode', 'function_other', `The test is a ${asked}.`);
    if (seen.has(testId)) fault('testId', 'test_repeated', 'Each test is reported once.');
    seen.add(testId);
    if ((status === 'error') !== (error !== null)) {
      fault('error', 'error_unexpected', 'There is an error exactly where the status says so.');
    }
    if (evidence.file !== null && (storeUuid === null || !evidence.file.startsWith(`${folder}/`))) {
      fault('evidence/file', 'evidence_elsewhere', `Evidence of this attempt is in a store, in ${folder}.`);
    }
    if ((evidence.state === 'written') !== (evidence.file !== null)) {
      fault('evidence/state', 'evidence_unwritten', 'Evidence is written exactly where it has a file.');
    } else if (evidence.file === null && (evidence.rows > 0 || evidence.capped)) {
      fault('evidence/rows', 'evidence_unwritten', 'Without a file there are no rows of evidence.');
    }
    return faults;
  });
}
