import type { ExactNumericComparison } from '../../domain/comparison/comparison-type.ts';
import type { Column } from '../plan/plan.ts';

/**
 * In which type up to 38 digits are held: BIGINT is by far the cheapest to hash and compare. Beyond, engines without a
 * number refuse by `capabilities.wideNumbers`.
 */
export function exactType({ fitsLong }: Column, { precision, scale }: ExactNumericComparison): string {
  return scale === 0 && (precision <= 18 || fitsLong) ? 'BIGINT' : `DECIMAL(${precision}, ${scale})`;
}
