import { type EpochFormat, epochDigits } from '../../../domain/comparison/format.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { cast, isMatch, tryCast } from './lexical.ts';
import { cutCount, timestampOfCount, type Unit } from './timestamps.ts';

/** Fractional digits of a double's shortest text that are looked at: more than an epoch of doubles can mean. */
const doubleDigits = 9;

/** A count of seconds, milliseconds or microseconds as a timestamp of UTC; NULL where it is none. */
export function epochTimestamp(format: EpochFormat, type: LogicalType, x: string, unit: Unit): string {
  return timestampOfCount(unitCount(type, x, unit.digits - epochDigits[format.unit]), unit);
}

/** `x × 10^shift` as a whole number, finer digits cut off toward the past. */
function unitCount(type: LogicalType, x: string, shift: number): string {
  switch (type.kind) {
    case 'long':
      return rescaled(cast(x, 'HUGEINT'), 0, shift);
    case 'string':
      return rescaled(
        `CASE WHEN ${isMatch(x, '[+-]?[0-9]{1,19}')} THEN ${tryCast(x, 'HUGEINT')} END`,
        0,
        shift,
      );
    case 'decimal':
      return rescaled(unscaledDecimal(x), type.scale, shift);
    case 'double': {
      // Its shortest text says what is meant: 1700000000.1 is not .0999999046.
      const decimal = tryCast(cast(x, 'VARCHAR'), `DECIMAL(38, ${doubleDigits})`);
      return rescaled(unscaledDecimal(decimal), doubleDigits, shift);
    }
    default:
      throw new TypeError(`A ${type.kind} is no count of time units.`);
  }
}

function unscaledDecimal(decimal: string): string {
  return tryCast(`replace(${cast(decimal, 'VARCHAR')}, '.', '')`, 'HUGEINT');
}

/** A count of 10^-scale units as one of 10^-shift units; NULL where it grows beyond 128 bits, which no timestamp is. */
function rescaled(count: string, scale: number, shift: number): string {
  if (scale > shift) return `(${cutCount(count, scale - shift)} // 1${'0'.repeat(scale - shift)})`;
  return tryCast(`${cast(count, 'VARCHAR')} || '${'0'.repeat(shift - scale)}'`, 'HUGEINT');
}
