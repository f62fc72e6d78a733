import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { PairReport, TestErrorCode, TestReport } from '../../domain/comparison/pair-report.ts';
import { type PairSpecification, sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { RunCompareResult, RunCompareTask } from '../../domain/execution/protocol.ts';
import {
  type ComparePairRequest,
  type CompareProgress,
  comparePair,
  planFor,
} from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import type { EvidenceStore } from '../evidence/evidence-store.ts';
import { isOnlyMeasured, measurersOf, resultsOf } from '../tables/measure-sides.ts';
import { unreadRelation } from '../tables/unread-relation.ts';
import type { OpenedSource, OpenSource, Platform } from '../tasks/opened-source.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { type EngineResources, openTaskEngine } from '../tasks/task-engine.ts';
import { type AdaptedSpecification, adaptSpecification } from './adapt-specification.ts';
import { keepEvidence } from './keep-evidence.ts';
import { type OpeningContext, OpenSides, withoutAppliedFilters } from './open-sides.ts';
import { runProgress } from './run-progress.ts';
import { type SettlingRequest, settleSides } from './settle-sides.ts';

export interface RunComparisons {
  readonly openSource: OpenSource;
  readonly engine: EngineResources;
  readonly store: EvidenceStore;
  /** A text that nobody can know before: see `FingerprintedRows`. */
  readonly newSalt: () => string;
}

/**
 * Compares a pair by all tests of a task: opens both datasets, once and no further than the tests need them, asks the
 * engine, and leaves what differs in the store. Values of rows are in the store alone; the result holds counts.
 */
export async function runCompare(
  { openSource, engine, store, newSalt }: RunComparisons,
  task: RunCompareTask,
  { signal, progress, ifVoid }: TaskContext,
): Promise<RunCompareResult> {
  const startedAt = performance.now();
  const told = runProgress(progress);
  const opened = eachSide(task.datasets, (dataset) => openSource(dataset.source));
  const datasets = eachSide(opened, ({ comparable }, _peer, side) => comparable(task.datasets[side]));
  const files = [...(await datasets.source.locate()), ...(await datasets.target.locate())];
  await using evidence = await store.begin(task.evidenceFolder, signal);
  await using own = await openTaskEngine(engine, files, [evidence.path]);
  const opening: OpeningContext = {
    session: own.session,
    stagingDirectory: own.folder.staging,
    signal,
    onProgress: told.copying,
  };
  await using open = new OpenSides(task, datasets, opening);
  await using copies = new AsyncDisposableStack();
  const asked = {
    evidenceDirectory: evidence.path,
    signal,
    onProgress: ({ done }: CompareProgress) => told.comparing(done),
  };
  const platform = commonPlatform(task, opened);
  const { specification, refused, report } =
    platform === null
      ? await compareHere(
          {
            asked: task.specification,
            datasets,
            open,
            opening,
            newSalt,
            copies,
            measurers: measurersOf(datasets, signal),
          },
          asked,
        )
      : await platform.compare(task.datasets, signal, async (there) => ({
          specification: task.specification,
          refused: [],
          report: await comparePair({
            ...asked,
            ...there,
            specification: task.specification,
            evidenceSession: own.session,
          }),
        }));
  signal.throwIfAborted();
  await explainFailures(report, open, signal);
  for (const rows of open.all()) await rows.assertUnchanged();
  const tests = inOrder(task.specification, [...report.tests, ...refused]);
  const kept = await keepEvidence({ ...report, tests }, task, specification, evidence, own.session);
  if (kept.isAny) ifVoid(() => store.remove(task.evidenceFolder));
  return {
    kind: 'run.compare',
    tests: kept.tests,
    engine: report.engine,
    storeUuid: kept.isAny ? store.storeUuid : null,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

/** Where both datasets are in one system that compares, they are compared there, and no row leaves it. */
function commonPlatform(
  { datasets: { source, target } }: RunCompareTask,
  opened: BySide<OpenedSource>,
): Platform | null {
  return source.source.sourceUuid === target.source.sourceUuid ? opened.source.platform : null;
}

/** Compares with the executor's own engine, which reads both sides, a copy of them, or what their systems leave open. */
async function compareHere(
  request: SettlingRequest,
  context: Pick<ComparePairRequest, 'evidenceDirectory' | 'onProgress' | 'signal'>,
): Promise<AdaptedSpecification & { readonly report: PairReport }> {
  const { datasets, open, opening } = request;
  const { refused, ...read } = (await settleSides(request)) ?? (await readSides(request));
  const relations = eachSide(
    datasets,
    (_dataset, _peer, side) => open.get(side)?.rows.relation ?? unreadRelation,
  );
  const report = await comparePair({ ...context, ...read, relations, session: opening.session });
  return { specification: read.specification, refused, report };
}

interface ReadSides extends AdaptedSpecification {
  readonly measured: MeasuredSides;
}

/**
 * Gets at both sides: by measures where the data is, if nothing else is asked for and the system takes them exactly;
 * by opening the rows otherwise.
 */
async function readSides({ asked, measurers, open, opening }: SettlingRequest): Promise<ReadSides> {
  const { dialect } = opening.session;
  if (!isOnlyMeasured(planFor(dialect, asked).plan)) {
    for (const side of sides) await open.open(side);
  }
  while (true) {
    const adapted = adapt(asked, open);
    const { plan } = planFor(dialect, adapted.specification);
    const closed = sides.filter((side) => open.get(side) === null);
    const unmeasurable: Side[] = [];
    for (const side of closed) {
      if (!(await measurers[side].takeAll(plan.measurements[side]))) unmeasurable.push(side);
    }
    // A side that is opened can change how the other is planned, so that is asked again.
    for (const side of unmeasurable) await open.open(side);
    if (unmeasurable.length === 0) return { ...adapted, measured: resultsOf(measurers, closed) };
  }
}

function adapt(specification: PairSpecification, open: OpenSides): AdaptedSpecification {
  const opened = { source: open.get('source'), target: open.get('target') };
  const applied = eachSide(opened, (side) => side?.isFiltered ?? false);
  const columns = eachSide(opened, (side) => side?.rows.columns ?? null);
  return adaptSpecification(withoutAppliedFilters(specification, applied), columns);
}

/** Where the engine failed on the data, the data may tell why; that is then the end of the task. */
async function explainFailures({ tests }: PairReport, open: OpenSides, signal: AbortSignal): Promise<void> {
  const failed: readonly (TestErrorCode | undefined)[] = ['engine_failed', 'engine_resources_exhausted'];
  if (!tests.some(({ error }) => failed.includes(error?.code))) return;
  for (const rows of open.all()) {
    await rows.assertUnchanged();
    const defect = await rows.findDefect(signal);
    if (defect !== null) throw defect;
  }
}

function inOrder(specification: PairSpecification, reports: readonly TestReport[]): readonly TestReport[] {
  const byId = new Map(reports.map((report) => [report.testId, report]));
  return specification.tests.map(({ id }) => {
    const report = byId.get(id);
    if (report === undefined) throw new TypeError(`The test ${id} has no report.`);
    return report;
  });
}
