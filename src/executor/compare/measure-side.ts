import type { Side } from '../../domain/comparison/resolution.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import type { Measure, MeasureKind, Measurement, MeasureReference } from '../../engine/plan/plan.ts';
import type { Row } from '../../engine/sql-session.ts';
import type { MeasuresOf } from '../../engine/verdict/aggregate-verdict.ts';
import { type ComparisonContext, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';

/** What each measure of a measurement came to; undefined where it was not taken. */
export type TakenMeasures = readonly (MeasureResult | undefined)[];

/** Takes the measures of one scan that are needed. */
export async function measure(
  context: ComparisonContext,
  side: Side,
  measurement: Measurement,
  isNeeded: (measure: Measure, place: number) => boolean,
  span: ProgressSpan,
): Promise<TakenMeasures> {
  const { dialect, hashes, relations } = context;
  const measures = measurement.measures.filter(isNeeded);
  const { statements, results } = compileMeasurement(dialect, hashes, relations[side], {
    ...measurement,
    measures,
  });
  const spans = span.split(...statements.map(() => 1));
  const rows: (readonly Row[])[] = [];
  for (const [index, statement] of statements.entries()) {
    rows.push(await runStatement(context, statement, spans[index] ?? span));
  }
  const taken = new Map(results(rows).map((result, place) => [measures[place], result]));
  return measurement.measures.map((each) => taken.get(each));
}

/** The measures of a test, out of all that were taken on a side and those that follow from others. */
export function measuresOf(
  taken: readonly TakenMeasures[],
  references: Partial<Record<MeasureKind, MeasureReference>>,
  derived: readonly MeasureResult[] = [],
): MeasuresOf {
  return <K extends MeasureKind>(kind: K) => {
    const reference = references[kind];
    const result =
      reference === undefined
        ? derived.find((each) => each.kind === kind)
        : taken[reference.measurement]?.[reference.measure];
    if (!isOfKind(result, kind)) throw new TypeError(`The plan has no ${kind} for this test.`);
    return result;
  };
}

function isOfKind<K extends MeasureKind>(
  result: MeasureResult | undefined,
  kind: K,
): result is Extract<MeasureResult, { kind: K }> {
  return result?.kind === kind;
}
