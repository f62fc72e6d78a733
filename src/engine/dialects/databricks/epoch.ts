import { type EpochFormat, epochDigits } from '../../../domain/comparison/format.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { freshName } from '../fresh-name.ts';
import { cast, isMatch, letBe, tryCast } from './lexical.ts';
import { doubleText } from './number-texts.ts';
import { isFiniteDouble } from './read-numbers.ts';
import { countDigits, countWithin } from './timestamps.ts';

/** Fractional digits of a double's shortest text that are looked at: more than an epoch of doubles can mean. */
const doubleDigits = 9;

/** A count of seconds, milliseconds or microseconds since 1970 in the digits of `countDigits`; NULL where it is none. */
export function epochCount(format: EpochFormat, type: LogicalType, x: string, precision: number): string {
  const { text, scale } = exactCount(type, x);
  const digits = countDigits(precision);
  const name = freshName('units', x);
  return letBe(name, rescaled(text, scale, digits - epochDigits[format.unit]), (units) =>
    countWithin(units, digits),
  );
}

/** The number as it is, in a text with so many digits after the point. */
function exactCount(type: LogicalType, x: string): { readonly text: string; readonly scale: number } {
  switch (type.kind) {
    case 'long':
      return { text: cast(x, 'STRING'), scale: 0 };
    case 'string':
      return {
        text: `CASE WHEN ${isMatch(x, '[+-]?[0-9]{1,19}')} THEN CAST(${tryCast(x, 'BIGINT')} AS STRING) END`,
        scale: 0,
      };
    case 'decimal':
      return { text: cast(x, 'STRING'), scale: type.scale };
    case 'double': {
      const double = cast(x, 'DOUBLE');
      // Its shortest text says what is meant: 1700000000.1 is not .0999999046.
      const decimal = tryCast(doubleText(double), `DECIMAL(38, ${doubleDigits})`);
      return {
        text: `CASE WHEN ${isFiniteDouble(double)} THEN CAST(${decimal} AS STRING) END`,
        scale: doubleDigits,
      };
    }
    default:
      throw new TypeError(`A ${type.kind} is no count of time units.`);
  }
}

/** The count times 10^shift as a whole decimal, finer digits cut toward the past; NULL where it grows beyond one. */
function rescaled(text: string, scale: number, shift: number): string {
  const name = freshName('exact', text);
  return letBe(name, text, (exact) => {
    const kept = Math.min(scale, Math.max(0, shift));
    const whole = scale === 0 ? exact : `substring_index(${exact}, '.', 1)`;
    const fraction = `substring_index(${exact}, '.', -1)`;
    const parts = [
      whole,
      ...(scale === 0 ? [] : [`substr(${fraction}, 1, ${kept})`]),
      `'${'0'.repeat(Math.max(0, shift) - kept)}'`,
    ];
    const cut = tryCast(`concat(${parts.join(', ')})`, 'DECIMAL(37, 0)');
    if (scale <= kept) return cut;
    // What is cut off a negative number lies before it.
    const loses = `substr(${fraction}, ${kept + 1}) <> '${'0'.repeat(scale - kept)}'`;
    return `${cut} - CASE WHEN startswith(${exact}, '-') AND ${loses} THEN 1 ELSE 0 END`;
  });
}
