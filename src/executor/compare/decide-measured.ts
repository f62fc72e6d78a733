import type { BySide } from '../../domain/comparison/by-side.ts';
import type { TestReport } from '../../domain/comparison/pair-report.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import type { AggregateTest, Measure, Measurement, PairPlan, SetTest } from '../../engine/plan/plan.ts';
import { aggregateVerdict, type MeasuresOf } from '../../engine/verdict/aggregate-verdict.ts';
import { distinctMembers, setVerdict } from '../../engine/verdict/set-verdict.ts';
import type { ComparisonContext } from './comparison-context.ts';
import { decide } from './decide.ts';
import { measure, measuresOf, type TakenMeasures } from './measure-side.ts';
import type { ProgressSpan } from './progress.ts';
import { SetComparison } from './set-comparison.ts';
import type { SetsOfRows } from './sets-of-rows.ts';
import { sideBySide } from './side-by-side.ts';

/** Measures by what was measured where the data is; none for a side that the engine reads itself. */
export type MeasuredSides = Partial<BySide<(measurement: Measurement) => readonly MeasureResult[]>>;

/** Decides the tests that rest on measures: the aggregates, and the sets. */
export async function decideMeasured(
  context: ComparisonContext,
  plan: PairPlan,
  setsOfRows: SetsOfRows,
  elsewhere: MeasuredSides,
  measuring: ProgressSpan,
  settling: ProgressSpan,
): Promise<readonly TestReport[]> {
  const { aggregateTests, setTests } = plan;
  const all = [...aggregateTests, ...setTests];
  if (all.length === 0) return [];
  let taken: BySide<readonly TakenMeasures[]> = { source: [], target: [] };
  const failed = await decide(all, async () => {
    const [first, second] = measuring.beside(1, 1);
    const [source, target] = await sideBySide(context, [
      (own) => takeMeasures(own, plan, 'source', setsOfRows, elsewhere, first),
      (own) => takeMeasures(own, plan, 'target', setsOfRows, elsewhere, second),
    ]);
    taken = { source, target };
    return [];
  });
  if (failed.length > 0) return failed;

  const measuresFor = (
    { measures }: AggregateTest | SetTest,
    derived: readonly MeasureResult[] = [],
  ): BySide<MeasuresOf> => ({
    source: measuresOf(taken.source, measures.source),
    target: measuresOf(taken.target, measures.target, derived),
  });
  const reports = aggregateTests
    .filter(({ followsFrom }) => followsFrom === null)
    .map((test) => aggregateVerdict(test, measuresFor(test)));
  const sets = new SetComparison(context, setsOfRows);
  const spans = settling.split(...setTests.map(() => 1));
  for (const [index, test] of setTests.entries()) {
    const following = aggregateTests.filter(({ followsFrom }) => followsFrom === index);
    const decided = await decide([test, ...following], async () => {
      const measures = measuresFor(test);
      const findings = await sets.compare(test, measures, spans[index] ?? settling);
      const values = distinctMembers(measures.source('distinct'), findings).target;
      return [
        setVerdict(test, measures, findings),
        ...following.map((aggregate) =>
          aggregateVerdict(aggregate, measuresFor(aggregate, [{ kind: 'distinct', values }])),
        ),
      ];
    });
    reports.push(...decided);
  }
  return reports;
}

/** The results of each measurement of a side. */
async function takeMeasures(
  context: ComparisonContext,
  { measurements, setTests }: PairPlan,
  side: Side,
  setsOfRows: SetsOfRows,
  elsewhere: MeasuredSides,
  span: ProgressSpan,
): Promise<readonly TakenMeasures[]> {
  const spans = span.split(...measurements[side].map(() => 1));
  // A set of which the rows tell is not hashed, nor one whose members are all held against each other anyway.
  const hashed = setTests.filter(
    (test) => test.verification === 'hashed' && setsOfRows.of(test) === undefined,
  );
  const references = hashed.map(({ measures }) => measures[side].members);
  const taken: TakenMeasures[] = [];
  for (const [index, measurement] of measurements[side].entries()) {
    const isNeeded = ({ kind }: Measure, place: number) =>
      kind !== 'members' || references.some((each) => each?.measurement === index && each.measure === place);
    taken.push(
      elsewhere[side]?.(measurement) ??
        (await measure(context, side, measurement, isNeeded, spans[index] ?? span)),
    );
  }
  return taken;
}
