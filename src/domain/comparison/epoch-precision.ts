import { type EpochFormat, epochDigits } from './format.ts';
import type { LogicalType } from './logical-type.ts';

/** Nanoseconds: the finest that an epoch of decimals is read to. */
const finestDigits = 9;
/** A double near today's epoch seconds resolves 0.24 microseconds, so its sixth digit is the last that means something. */
const digitsOfDouble = 6;

/** To how many digits of a second an epoch of this type is read. Text holds whole units; decimals fractions of them. */
export function epochPrecision({ unit }: EpochFormat, type: LogicalType): number {
  if (type.kind === 'double') return digitsOfDouble;
  return Math.min(epochDigits[unit] + (type.kind === 'decimal' ? type.scale : 0), finestDigits);
}
