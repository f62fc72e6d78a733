import { randomBytes } from 'node:crypto';
import { tmpdir, totalmem } from 'node:os';
import { AppError } from '../../domain/app-error.ts';
import { choiceIds } from '../../domain/comparison/binding.ts';
import { compareDatasets } from '../../executor/one-shot/compare-datasets.ts';
import type { ComparisonRequest, Resources } from '../../executor/one-shot/comparison-request.ts';
import type { ComparisonSummary } from '../../executor/one-shot/comparison-summary.ts';
import { Interruption } from '../interruption.ts';
import { printReport, wantsColour } from '../print-report.ts';
import { selectionFlag } from './arguments/parse-flags.ts';
import { ProgressLine } from './progress-line.ts';
import { type ReportFormat, renderReport } from './render-report.ts';

/** What the command ends with: the same for every format, so that a script need not read the report. */
export const exitCodes = { equal: 0, different: 1, notCompared: 2, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface CompareCall {
  readonly request: ComparisonRequest;
  readonly memoryLimitBytes: number | null;
  readonly threads: number;
  readonly temporaryDirectory: string | null;
  readonly format: ReportFormat;
  /** Null: standard output. */
  readonly outputFile: string | null;
  readonly progress: boolean;
}

/** Compares, prints, and says how to exit. Whatever goes wrong is said on standard error and ends as 2. */
export async function runCompare(call: CompareCall): Promise<ExitCode> {
  const progress = new ProgressLine(process.stderr, () => performance.now());
  using interrupt = new Interruption();
  try {
    const summary = await compareDatasets(call.request, resourcesFor(call), {
      clock: { now: () => new Date() },
      newSalt: () => randomBytes(16).toString('hex'),
      signal: interrupt.signal,
      onProgress: call.progress ? (step) => progress.show(step) : undefined,
    });
    progress.clear();
    await print(call, summary);
    return exitCodeOf(summary);
  } catch (error) {
    progress.clear();
    if (interrupt.signal.aborted) {
      process.stderr.write('plumbline compare: interrupted; nothing was left behind.\n');
      return exitCodes.interrupted;
    }
    process.stderr.write(`plumbline compare: ${explain(error)}\n`);
    return exitCodes.notCompared;
  }
}

/** A difference outweighs what was left out; equal is only what was compared as a whole. */
function exitCodeOf({ equal, different, complete }: ComparisonSummary): ExitCode {
  if (different) return exitCodes.different;
  return equal && complete ? exitCodes.equal : exitCodes.notCompared;
}

/** A quarter of the machine's memory, or of what a container allows, but no more than most comparisons have use for. */
function resourcesFor({ memoryLimitBytes, threads, temporaryDirectory }: CompareCall): Resources {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return {
    memoryLimitBytes: memoryLimitBytes ?? Math.min(2 ** 31, Math.floor(available / 4)),
    threads,
    temporaryDirectory: temporaryDirectory ?? tmpdir(),
  };
}

async function print({ format, outputFile }: CompareCall, summary: ComparisonSummary): Promise<void> {
  // Kilobytes on every platform that Node supports (getrusage).
  const peakMemoryBytes = process.resourceUsage().maxRSS * 1024;
  const toTerminal = outputFile === null && process.stdout.isTTY;
  const report = renderReport(summary, format, peakMemoryBytes, {
    colour: outputFile === null && wantsColour(process.stdout),
    // Some terminals do not know how wide they are, and say 0.
    width: (toTerminal && process.stdout.columns) || 100,
  });
  await printReport(report, outputFile);
}

/** A problem with its choices as the flags that make them; a defect of ours with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof AppError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const flags = (error.params.errors ?? []).flatMap(({ code, parameter, detail }) => {
    const choiceId = choiceIds.find((known) => known === code);
    return choiceId === undefined || parameter === undefined
      ? []
      : [`\n    ${selectionFlag(parameter, choiceId, '')}   ${detail}`];
  });
  return `${error.params.detail}${flags.join('')}`;
}
