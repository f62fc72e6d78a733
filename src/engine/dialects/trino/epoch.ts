import { type EpochFormat, epochDigits } from '../../../domain/comparison/format.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { doubleText, plainNumber } from './functions.ts';
import { call, cast, isMatch, letBe, tryCast } from './lexical.ts';
import { timestampOfCount } from './timestamps.ts';

/** Fractional digits of a double's shortest text that are looked at: more than an epoch of doubles can mean. */
const doubleDigits = 9;

/** A count of seconds, milliseconds or microseconds as a timestamp of UTC with so many digits; NULL where it is none. */
export function epochTimestamp(format: EpochFormat, type: LogicalType, x: string, precision: number): string {
  const { count, scale } = exactCount(type, x);
  const shift = precision - epochDigits[format.unit];
  // A count with `scale` digits after the point, in units of 10^-precision seconds; finer ones are cut toward the past.
  return letBe('units', rescaled(count, scale, shift), (units) => timestampOfCount(units, precision));
}

/** The number as it is, in a decimal with so many digits after the point. */
function exactCount(type: LogicalType, x: string): { readonly count: string; readonly scale: number } {
  switch (type.kind) {
    case 'long':
      return { count: x, scale: 0 };
    case 'string':
      return {
        count: `CASE WHEN ${isMatch(x, '[+-]?[0-9]{1,19}')} THEN ${tryCast(`replace(${x}, '+', '')`, 'BIGINT')} END`,
        scale: 0,
      };
    case 'decimal':
      return { count: x, scale: type.scale };
    case 'double': {
      // Its shortest text says what is meant: 1700000000.1 is not .0999999046.
      const text = call(plainNumber.name, `${call(doubleText.name, cast(x, 'DOUBLE'))} || 'e0'`);
      return {
        count: `IF(is_finite(${cast(x, 'DOUBLE')}), ${tryCast(text, `DECIMAL(38, ${doubleDigits})`)})`,
        scale: doubleDigits,
      };
    }
    default:
      throw new TypeError(`A ${type.kind} is no count of time units.`);
  }
}

/** The count times 10^shift as a whole decimal, finer digits cut toward the past; NULL where it grows beyond one. */
function rescaled(count: string, scale: number, shift: number): string {
  const kept = Math.min(scale, Math.max(0, shift));
  const text = cast(count, 'VARCHAR');
  const whole = scale === 0 ? text : `split_part(${text}, '.', 1)`;
  const fraction = scale === 0 ? '' : ` || substr(split_part(${text}, '.', 2), 1, ${kept})`;
  const zeros = `'${'0'.repeat(Math.max(0, shift) - kept)}'`;
  const cut = tryCast(`${whole}${fraction} || ${zeros}`, 'DECIMAL(38, 0)');
  if (scale <= kept) return cut;
  // What is cut off a negative number lies before it.
  const loses = `substr(split_part(${text}, '.', 2), ${kept + 1}) <> '${'0'.repeat(scale - kept)}'`;
  return `${cut} - IF(${count} < 0 AND ${loses}, 1, 0)`;
}
