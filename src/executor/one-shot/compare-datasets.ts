import type { Clock } from '../../domain/clock.ts';
import type { PairReport } from '../../domain/comparison/pair-report.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { CompareProgress } from '../compare/compare-pair.ts';
import { measurersOf } from '../tables/measure-sides.ts';
import type { PlannedComparison } from './build-specification.ts';
import { compareSides } from './compare-sides.ts';
import type { ComparisonRequest, Resources } from './comparison-request.ts';
import type { ComparisonSummary, SummaryEvidence } from './comparison-summary.ts';
import { locateDataset, openDataset, openSession } from './open-datasets.ts';
import { readExamples } from './read-evidence.ts';
import { summarise } from './summarise.ts';
import { WorkFolder } from './work-folder.ts';
import { checkEvidenceFile, writeEvidence } from './write-evidence.ts';

export interface CompareOptions {
  readonly clock: Clock;
  /** A text that nobody can know before: see `FingerprintedRows`. */
  readonly newSalt: () => string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OneShotProgress) => void) | undefined;
}

export interface OneShotProgress {
  readonly stage: 'readingSource' | 'readingTarget' | 'findingKey' | 'settling' | CompareProgress['stage'];
  /** Of the stage, where rows are copied or hashed, or of the comparison itself, 0 to 1; null where that is not known. */
  readonly done: number | null;
}

/**
 * Compares two datasets once, without a service: opens both, brings their columns together, finds how each pair
 * compares, asks the engine, and says what it found. Nothing is left behind but the evidence that was asked for.
 */
export async function compareDatasets(
  request: ComparisonRequest,
  resources: Resources,
  options: CompareOptions,
): Promise<ComparisonSummary> {
  const { clock, signal, onProgress } = options;
  const started = clock.now().getTime();
  if (request.evidenceFile !== null) await checkEvidenceFile(request.evidenceFile);
  const located = {
    source: await locateDataset(request.datasets.source),
    target: await locateDataset(request.datasets.target),
  };
  await using folder = await WorkFolder.create(resources.temporaryDirectory);
  await using session = await openSession(located, folder, resources);

  onProgress?.({ stage: 'readingSource', done: null });
  const source = await openDataset(located.source, session, folder, signal);
  onProgress?.({ stage: 'readingTarget', done: null });
  const target = await openDataset(located.target, session, folder, signal);

  const sources = { source, target };
  const { prepared, report, columnReport } = await compareSides({
    request,
    sources,
    measurers: measurersOf(sources, signal),
    session,
    folder,
    options,
  });
  const { basis, pairing, chosen, filters, planned } = prepared;
  const examples = await readExamples(session, report, request.examples, signal);
  const evidence = await keepEvidence(request, planned, report, session, folder);
  const durationMs = clock.now().getTime() - started;
  return summarise({
    datasets: basis.datasets,
    pairing,
    chosen,
    filters,
    planned,
    report,
    columnReport,
    examples,
    evidence,
    durationMs,
  });
}

async function keepEvidence(
  { evidenceFile }: ComparisonRequest,
  planned: PlannedComparison,
  report: PairReport,
  session: SqlSession,
  folder: WorkFolder,
): Promise<SummaryEvidence | null> {
  if (evidenceFile === null) return null;
  const columnOfTest = new Map(
    [...planned.pairOfTest].flatMap(([test, pair]) =>
      pair === null ? [] : [[test, pair.source.name] as const],
    ),
  );
  const nameOfField = new Map(
    planned.columns.flatMap(({ fieldId, pair }) =>
      fieldId === null ? [] : [[fieldId, pair.source.name] as const],
    ),
  );
  return writeEvidence(session, report, { columnOfTest, nameOfField }, evidenceFile, folder);
}
