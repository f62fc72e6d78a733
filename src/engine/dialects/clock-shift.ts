import type { TimestampComparison } from '../../domain/comparison/comparison-type.ts';
import type { Column } from '../plan/plan.ts';

/** From which clock to which a point in time is moved; null where it stands on the clock of the comparison. */
export function clockShift(
  { side }: Column,
  type: TimestampComparison,
  isOfUtc: boolean,
): { readonly from: string; readonly to: string } | null {
  const from = isOfUtc ? 'UTC' : side === 'source' ? type.sourceZone : type.targetZone;
  const to = type.clock === 'instant' ? 'UTC' : type.zone;
  return from === null || to === null || from === to ? null : { from, to };
}

/** Whether the values of a column stand on the clock of the comparison, with as many digits. */
export function isAsWritten(
  { field: { logicalType } }: Column,
  { precision, zone }: TimestampComparison,
): boolean {
  return (
    logicalType.kind === 'timestamp' &&
    !logicalType.zoned &&
    zone === null &&
    logicalType.precision === precision
  );
}
