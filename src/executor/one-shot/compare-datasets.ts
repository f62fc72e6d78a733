import { specifyStaged } from '../../connectors/staging/specify-staged.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Clock } from '../../domain/clock.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparisonReport, PairReport } from '../../domain/comparison/pair-report.ts';
import type { PairSpecification } from '../../domain/comparison/pair-specification.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import { type CompareProgress, comparePair } from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import { type ComparisonBasis, type PlannedComparison, planComparison } from './build-specification.ts';
import type { ComparisonRequest, Resources } from './comparison-request.ts';
import type { ComparisonSummary, SummaryEvidence } from './comparison-summary.ts';
import type { ObservedDataset } from './open-dataset.ts';
import { locateDataset, openDataset, openSession } from './open-datasets.ts';
import { readExamples } from './read-evidence.ts';
import { type ReadingContext, readSides } from './read-sides.ts';
import { summarise } from './summarise.ts';
import { WorkFolder } from './work-folder.ts';
import { checkEvidenceFile, writeEvidence } from './write-evidence.ts';

export interface CompareOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OneShotProgress) => void) | undefined;
}

export interface OneShotProgress {
  readonly stage: 'readingSource' | 'readingTarget' | 'findingKey' | CompareProgress['stage'];
  /** Of the stage, where rows are copied, or of the comparison itself, 0 to 1; null where that is not known. */
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

  const context: ReadingContext = { request, sources: { source, target }, session, folder, options };
  const { basis, pairing, chosen, filters, planned, measured } = await readSides(context);
  const report = await runPlan(planned.specification, basis.datasets, measured, context);
  const columnReport = await compareColumnsAlone(basis, planned, report, context);
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

async function runPlan(
  specification: PairSpecification,
  datasets: BySide<ObservedDataset>,
  measured: MeasuredSides,
  { session, folder, options: { signal, onProgress } }: ReadingContext,
): Promise<PairReport> {
  const report = await comparePair({
    specification: asStaged(specification, datasets),
    relations: { source: datasets.source.relation, target: datasets.target.relation },
    session,
    evidenceDirectory: folder.evidence,
    signal,
    onProgress,
    measured,
  });
  const failure = report.tests.find(
    ({ error }) => error?.code === 'engine_failed' || error?.code === 'cancelled',
  );
  if (failure?.error == null) return report;
  if (failure.error.code === 'cancelled' || signal?.aborted) {
    throw new AppError('comparison_cancelled', { detail: 'The comparison was interrupted.' });
  }
  for (const dataset of [datasets.source, datasets.target]) {
    const defect = await dataset.findDefect(signal);
    if (defect !== null) throw defect;
  }
  throw new AppError('dataset_unreadable', { detail: failure.error.detail });
}

/** Tables that were copied are known to the engine by other names and types. */
function asStaged(
  specification: PairSpecification,
  { source, target }: BySide<ObservedDataset>,
): PairSpecification {
  return specifyStaged(specification, { source: source.staged, target: target.staged });
}

/** Beyond, a comparison a column takes longer than a person who only wants a hint would wait. */
const mostColumnsAlone = 50;

/**
 * Rows without a key either have an equal one or not; nobody can say which column is to blame. What can be said is in
 * which columns the values themselves, each compared as a multiset, differ, and in how many rows at least. Null where
 * that is of no use: rows have keys, or all agree.
 */
async function compareColumnsAlone(
  basis: ComparisonBasis,
  planned: PlannedComparison,
  report: PairReport,
  { request, session, options: { signal } }: ReadingContext,
): Promise<ReadonlyMap<string, number> | null> {
  const [whole] = report.comparisons;
  if (basis.keys.length > 0 || whole === undefined || unmatchedRows(whole) === 0) return null;
  const compared = planned.columns.filter(({ fieldId }) => fieldId !== null);
  const counts = new Map<string, number>();
  for (const { pair } of compared) {
    const { name } = pair.source;
    if (compared.length === 1 || compared.length > mostColumnsAlone) {
      counts.set(name, unmatchedRows(whole));
      continue;
    }
    const alone = planComparison({ ...request, functions: [], evidenceRows: 0 }, { ...basis, pairs: [pair] });
    const { comparisons } = await comparePair({
      specification: asStaged(alone.specification, basis.datasets),
      relations: { source: basis.datasets.source.relation, target: basis.datasets.target.relation },
      session,
      evidenceDirectory: null,
      signal,
    });
    counts.set(name, comparisons[0] === undefined ? 0 : unmatchedRows(comparisons[0]));
  }
  return counts;
}

/** At least so many rows differ: one on either side may be the same row with another value. */
function unmatchedRows({ missingInSource, missingInTarget }: ComparisonReport): number {
  return Math.max(missingInSource, missingInTarget);
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
