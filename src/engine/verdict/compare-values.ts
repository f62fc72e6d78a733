import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { ReportDiagnostic } from '../../domain/comparison/pair-report.ts';
import type { Tolerance } from '../../domain/comparison/tolerance.ts';
import { type NumericTolerance, withinTolerance } from '../values/within-tolerance.ts';
import type { Compared } from './aggregate-verdict.ts';

export const toleranceApplied: ReportDiagnostic = Object.freeze({
  code: 'tolerance_applied',
  severity: 'info',
  side: 'both',
  detail: 'The values differ, but by no more than the tolerance.',
});

export function compareCounts({ source, target }: BySide<number>, tolerance: Tolerance | null): Compared {
  return compareTexts({ source: String(source), target: String(target) }, numeric(tolerance, null));
}

/** A least or greatest value: as text, and as a position that says how far apart two of them are. */
export interface Extreme {
  readonly text: string | null;
  readonly position: string | null;
}

export function compareExtremes(
  { source, target }: BySide<Extreme>,
  tolerance: Tolerance | null,
  type: ComparisonType | null,
): Compared {
  const compared = compareTexts(
    { source: source.position ?? source.text, target: target.position ?? target.text },
    numeric(tolerance, type),
  );
  return { ...compared, values: { source: source.text, target: target.text } };
}

/** NULL agrees with NULL alone: the aggregate of no value at all. */
function compareTexts(values: BySide<string | null>, tolerance: NumericTolerance | null): Compared {
  const { source, target } = values;
  const decided = (agree: boolean, diagnostics: readonly ReportDiagnostic[] = []): Compared => ({
    agree,
    values,
    diagnostics,
    undecidable: null,
  });
  if (source === target) return decided(true);
  if (source === null || target === null || tolerance === null) return decided(false);
  return withinTolerance(source, target, tolerance) ? decided(true, [toleranceApplied]) : decided(false);
}

const nanosecondsOfDay = 86_400_000_000_000n;

/** Positions of dates count days, those of other times nanoseconds. */
function numeric(tolerance: Tolerance | null, type: ComparisonType | null): NumericTolerance | null {
  if (tolerance?.kind !== 'duration') return tolerance;
  const nanoseconds = BigInt(tolerance.nanoseconds);
  const steps = type?.kind === 'date' ? nanoseconds / nanosecondsOfDay : nanoseconds;
  return { kind: 'absolute', amount: steps.toString() };
}
