import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ReportDiagnostic, TestReport } from '../../domain/comparison/pair-report.ts';
import type { MeasureResult } from '../compile/measurement.ts';
import type { AggregateTest, MeasureKind } from '../plan/plan.ts';
import { compareAverages, compareSums } from './compare-sums.ts';
import { compareCounts, compareExtremes } from './compare-values.ts';
import { testReport, unconvertibleDiagnostics, undecided } from './test-report.ts';

export type MeasureResultOf<K extends MeasureKind> = Extract<MeasureResult, { kind: K }>;

/** The measures of one side that a test is made of. */
export type MeasuresOf = <K extends MeasureKind>(kind: K) => MeasureResultOf<K>;

/** Two values, one a side, and whether they agree. */
export interface Compared {
  readonly agree: boolean;
  readonly values: BySide<string | null>;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** Why there is no saying; null where there is. */
  readonly undecidable: string | null;
}

export function aggregateVerdict(test: AggregateTest, measures: BySide<MeasuresOf>): TestReport {
  const compared = compare(test, measures);
  if (compared.undecidable !== null) return undecided(test, 'unsupported', compared.undecidable);
  // Whether there is a value needs no reading of it.
  const reads = test.functionCode !== 'COUNT' && test.measures.source.unconvertible !== undefined;
  const unconvertible = reads
    ? { source: measures.source('unconvertible').count, target: measures.target('unconvertible').count }
    : { source: 0, target: 0 };
  const readable = unconvertible.source + unconvertible.target === 0;
  return testReport(test, {
    status: compared.agree && readable ? 'pass' : 'fail',
    source: { value: compared.values.source, rows: measures.source('rows').count },
    target: { value: compared.values.target, rows: measures.target('rows').count },
    unconvertible,
    diagnostics: [...unconvertibleDiagnostics(unconvertible), ...compared.diagnostics],
  });
}

function compare(test: AggregateTest, measures: BySide<MeasuresOf>): Compared {
  const both = <T>(read: (of: MeasuresOf) => T): BySide<T> => ({
    source: read(measures.source),
    target: read(measures.target),
  });
  const { tolerance, comparisonType } = test;
  switch (test.functionCode) {
    case 'COUNT': {
      const kind = test.measures.source.count === undefined ? 'rows' : 'count';
      return compareCounts(
        both((of) => of(kind).count),
        tolerance,
      );
    }
    case 'COUNT_DISTINCT':
      return compareCounts(
        both((of) => of('distinct').values),
        tolerance,
      );
    case 'MIN':
      return compareExtremes(
        both((of) => of('min')),
        tolerance,
        comparisonType,
      );
    case 'MAX':
      return compareExtremes(
        both((of) => of('max')),
        tolerance,
        comparisonType,
      );
    case 'SUM':
      return compareSums(
        both((of) => of('sum').parts),
        tolerance,
      );
    case 'AVG':
      return compareAverages(
        both((of) => ({ parts: of('sum').parts, count: of('count').count - of('unconvertible').count })),
        tolerance,
      );
  }
}
