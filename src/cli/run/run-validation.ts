import { ProblemError } from '../../contract/client.ts';
import { AppError } from '../../domain/app-error.ts';
import type { RunStatus } from '../../domain/runs/run.ts';
import { Interruption } from '../interruption.ts';
import { printReport, wantsColour } from '../print-report.ts';
import { followRun } from './follow-run.ts';
import { createPatientClient, type PatientClient } from './patient-client.ts';
import { mostShown, renderOutcome } from './render-outcome.ts';
import { type RunCall, type RunExitCode, runExitCodes, type ServiceAccess } from './run-call.ts';
import { announce, createRunDisplay, runAddress } from './run-display.ts';
import { readOutcome, readReport } from './run-outcome.ts';
import { cancelRun, type Run, startRun } from './start-run.ts';

/** Starts or finds a Run, follows it to its end, prints what came of it, and says how to exit. */
export async function runValidation(call: RunCall, access: ServiceAccess): Promise<RunExitCode> {
  try {
    const service = createPatientClient(access);
    const run = await startRun(service, call.action);
    if (call.action.kind === 'cancel') {
      process.stderr.write(`plumbline run: ${run.runUuid} is cancelled.\n`);
      return runExitCodes.passed;
    }
    if (!call.wait) return await tellStarted(call, service, run);
    process.stderr.write(announce(run, service.url));
    return await toTheEnd(call, service, run);
  } catch (error) {
    process.stderr.write(`plumbline run: ${explain(error)}\n`);
    return runExitCodes.undecided;
  }
}

async function tellStarted(call: RunCall, service: PatientClient, run: Run): Promise<RunExitCode> {
  const text = call.format === 'json' ? `${JSON.stringify({ run }, null, 2)}\n` : `${run.runUuid}\n`;
  await printReport(text, call.outputFile);
  process.stderr.write(announce(run, service.url));
  return runExitCodes.passed;
}

async function toTheEnd(call: RunCall, service: PatientClient, started: Run): Promise<RunExitCode> {
  const display = createRunDisplay(process.stderr, () => performance.now());
  using interruption = new Interruption();
  const show = (run: Run) => {
    if (call.progress) display.show(run);
  };
  try {
    const run = await followRun(service, started, interruption.signal, show);
    display.clear();
    await printOutcome(call, service, run);
    return exitCodes[run.overallStatus];
  } catch (error) {
    display.clear();
    if (!interruption.signal.aborted) throw error;
    return await leave(call, service, started.runUuid);
  }
}

/** Whoever looks away has not asked for the Run to end, unless they said so. */
async function leave(call: RunCall, service: PatientClient, runUuid: string): Promise<RunExitCode> {
  if (!call.cancelOnInterrupt) {
    process.stderr.write(
      `plumbline run: the Run goes on without you.\n  Follow it again:  plumbline run --follow ${runUuid}\n  Or cancel it:     plumbline run --cancel ${runUuid}\n`,
    );
    return runExitCodes.interrupted;
  }
  const word = await cancelRun(service, runUuid).then(
    () => 'is cancelled',
    (error) => {
      if (error instanceof ProblemError && error.problem.code === 'run_finished') return 'had just ended';
      throw error;
    },
  );
  process.stderr.write(`plumbline run: the Run ${runUuid} ${word}.\n`);
  return runExitCodes.interrupted;
}

async function printOutcome(call: RunCall, service: PatientClient, run: Run): Promise<void> {
  const { format, outputFile } = call;
  const inWords = async () =>
    renderOutcome(
      await readOutcome(service, run, mostShown),
      runAddress(service.url, run.runUuid),
      wantsColour(process.stdout),
    );
  const report = format === 'text' ? await inWords() : await reportOf(service, run, format);
  await printReport(report, outputFile);
  // A report in a file leaves the terminal, or the log of a job, without a word on what came of it.
  if (outputFile !== null && format !== 'text') await printReport(await inWords(), null);
}

async function reportOf(
  service: PatientClient,
  run: Run,
  format: Exclude<RunCall['format'], 'text'>,
): Promise<string> {
  if (format !== 'json') return readReport(service, run.runUuid, format);
  return `${JSON.stringify(await readOutcome(service, run, Number.POSITIVE_INFINITY), null, 2)}\n`;
}

const exitCodes: Readonly<Record<RunStatus, RunExitCode>> = {
  pass: runExitCodes.passed,
  fail: runExitCodes.failed,
  error: runExitCodes.undecided,
  no_results: runExitCodes.undecided,
  pending: runExitCodes.undecided,
  running: runExitCodes.undecided,
};

/** A problem in the service's words; a defect of ours with its stack. */
function explain(error: unknown): string {
  if (error instanceof ProblemError) return error.message;
  if (error instanceof AppError) return error.params.detail;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
