import type { BySide } from '../../domain/comparison/by-side.ts';
import type {
  ComparisonReport,
  PairReport,
  TestReport,
  TestStatus,
} from '../../domain/comparison/pair-report.ts';
import type { PairSpecification } from '../../domain/comparison/pair-specification.ts';
import { databricksDialect } from '../../engine/dialects/databricks/databricks-dialect.ts';
import type { Dialect, DialectName, RowHashes } from '../../engine/dialects/dialect.ts';
import { duckDbDialect } from '../../engine/dialects/duckdb/duckdb-dialect.ts';
import { trinoDialect } from '../../engine/dialects/trino/trino-dialect.ts';
import type { PairPlan, RefusedTest, RowComparison } from '../../engine/plan/plan.ts';
import { planPair } from '../../engine/plan/plan-pair.ts';
import { unsupportedTests } from '../../engine/plan/unsupported-tests.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import type { RowFindings } from '../../engine/verdict/findings.ts';
import { comparisonReport, rowVerdicts } from '../../engine/verdict/row-verdict.ts';
import { undecided } from '../../engine/verdict/test-report.ts';
import { compareRows } from './compare-rows.ts';
import type { ComparisonContext } from './comparison-context.ts';
import { decide } from './decide.ts';
import { decideMeasured, type MeasuredSides } from './decide-measured.ts';
import { type ProgressSpan, wholeProgress } from './progress.ts';
import { SetsOfRows } from './sets-of-rows.ts';
import { allEqual, type SettledComparison, withEqual } from './settled-rows.ts';

export interface ComparePairRequest {
  readonly specification: PairSpecification;
  /** Where the two datasets of the specification are, for this session's engine. */
  readonly relations: BySide<Relation>;
  /** Compares one pair at a time. */
  readonly session: SqlSession;
  /** An existing folder for evidence files that the engine may write to; null keeps no evidence. */
  readonly evidenceDirectory: string | null;
  /** A DuckDB that may write there too, for an engine that writes no files here. */
  readonly evidenceSession?: SqlSession | undefined;
  /** Aborting interrupts the engine; the tests that were not decided yet end as `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CompareProgress) => void) | undefined;
  /** Measures of a side that were taken where its data is; the relation of that side is not read for them. */
  readonly measured?: MeasuredSides | undefined;
  /** By comparison of the plan, where rows were settled where the data is; the relations are not read for them. */
  readonly settled?: readonly SettledComparison[] | undefined;
  /** Instead of the dialect's own row hashes: for the tests that attack them. */
  readonly hashes?: RowHashes | undefined;
}

export interface CompareProgress {
  readonly stage: 'aggregates' | 'buckets' | 'rows' | 'evidence';
  /** Of the whole comparison, 0 to 1; never goes back. */
  readonly done: number;
}

const dialects: Record<DialectName, Dialect> = {
  duckdb: duckDbDialect,
  trino: trinoDialect,
  databricks: databricksDialect,
};

/**
 * Compares a pair of datasets by all tests of the specification: plans, compiles for the session's dialect, runs, and
 * decides. What one test cannot do ends as that test's `error`; the others run.
 */
export async function comparePair(request: ComparePairRequest): Promise<PairReport> {
  const started = performance.now();
  const { specification, session, relations, evidenceDirectory, signal, onProgress } = request;
  const dialect = dialects[session.dialect];
  const { plan, unsupported } = planFor(session.dialect, specification);
  const hashes = request.hashes ?? dialect.hashes;
  const { evidenceSession = session } = request;
  const context: ComparisonContext = {
    dialect,
    hashes,
    session,
    evidenceSession,
    relations,
    evidenceDirectory,
    signal,
  };
  const reports = [...unsupported, ...plan.refused].map((test) => undecided(test, test.code, test.detail));
  const comparisons: ComparisonReport[] = [];

  const [comparing, measuring, settling] = wholeProgress(onProgress, 'aggregates').split(...sharesOf(plan));
  await using setsOfRows = new SetsOfRows(context, plan.setTests);
  const spans = comparing.split(...plan.comparisons.map(() => 1));
  for (const [index, comparison] of plan.comparisons.entries()) {
    const decided = await decide(comparison.tests, async () => {
      const settled = request.settled?.[index];
      const span = spans[index] ?? comparing;
      const findings =
        settled === undefined
          ? await compareRows(context, comparison, index, setsOfRows, span)
          : await compareLeft(context, comparison, settled, index, setsOfRows, span);
      comparisons.push(comparisonReport(comparison, findings));
      return rowVerdicts(comparison, findings);
    });
    reports.push(...decided);
  }
  reports.push(
    ...(await decideMeasured(context, plan, setsOfRows, request.measured ?? {}, measuring, settling)),
  );
  settling.report(1);

  const order = new Map(specification.tests.map(({ id }, index) => [id, index]));
  const tests = reports.sort((a, b) => (order.get(a.testId) ?? 0) - (order.get(b.testId) ?? 0));
  return Object.freeze({
    status: overallStatus(tests),
    tests,
    comparisons,
    engine: session.engine,
    durationMs: Math.round(performance.now() - started),
  });
}

/** Compares the rows that are left of a comparison. */
async function compareLeft(
  context: ComparisonContext,
  comparison: RowComparison,
  settled: SettledComparison,
  index: number,
  setsOfRows: SetsOfRows,
  span: ProgressSpan,
): Promise<RowFindings> {
  if (settled.left === null) return allEqual(comparison, settled);
  const { comparison: read, relations } = settled.left;
  return withEqual(await compareRows({ ...context, relations }, read, index, setsOfRows, span), settled);
}

/** The plan of all tests that an engine can do, and those that it cannot. */
export function planFor(
  dialect: DialectName,
  specification: PairSpecification,
): { readonly plan: PairPlan; readonly unsupported: readonly RefusedTest[] } {
  const unsupported = unsupportedTests(specification, dialects[dialect].capabilities);
  const refusedIds = new Set(unsupported.map(({ testId }) => testId));
  const tests = specification.tests.filter(({ id }) => !refusedIds.has(id));
  return { plan: planPair({ ...specification, tests }), unsupported };
}

/** How much of the work comparing rows, measuring and comparing sets are, for a progress that moves evenly. */
function sharesOf(plan: PairPlan): readonly [number, number, number] {
  const measures = plan.measurements.source.length + plan.measurements.target.length;
  return [plan.comparisons.length * 4 + 0.01, measures + 0.01, plan.setTests.length * 0.1 + 0.01];
}

function overallStatus(tests: readonly TestReport[]): TestStatus {
  if (tests.some(({ status }) => status === 'error')) return 'error';
  return tests.some(({ status }) => status === 'fail') ? 'fail' : 'pass';
}
