import type { Side } from '../../domain/comparison/resolution.ts';
import { compileMeasurement, type MeasureResult } from '../../engine/compile/measurement.ts';
import type { MeasureKind, Measurement, MeasureReference } from '../../engine/plan/plan.ts';
import type { Row } from '../../engine/sql-session.ts';
import type { MeasuresOf } from '../../engine/verdict/aggregate-verdict.ts';
import { type ComparisonContext, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';

/** Takes the measures of one scan. */
export async function measure(
  context: ComparisonContext,
  side: Side,
  measurement: Measurement,
  span: ProgressSpan,
): Promise<readonly MeasureResult[]> {
  const { dialect, hashes, relations } = context;
  const { statements, results } = compileMeasurement(dialect, hashes, relations[side], measurement);
  const spans = span.split(...statements.map(() => 1));
  const rows: (readonly Row[])[] = [];
  for (const [index, statement] of statements.entries()) {
    rows.push(await runStatement(context, statement, spans[index] ?? span));
  }
  return results(rows);
}

/** The measures of a test, out of all that were taken on a side and those that follow from others. */
export function measuresOf(
  taken: readonly (readonly MeasureResult[])[],
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
