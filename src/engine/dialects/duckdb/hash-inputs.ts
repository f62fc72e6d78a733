import type { HashInputs } from '../dialect.ts';
import { cast } from './lexical.ts';

/*
 * DuckDB's `hash` of a single value is made for hash tables and confuses some values in ways that are no accident. What
 * it might confuse goes into the other half of the row in another form:
 *
 * - NULL has the hash of one number of 64 bits: the NULLs of such columns are counted.
 * - 128 bits are hashed as the xor of both halves, so that 0 and -1 agree, and swapped halves.
 * - Texts are folded in words of 8 bytes, of whose last bytes only 8 bits go on: changes in the last bytes of two words
 *   cancel out once in 256 times. Shifted by 4 bytes the same bytes stand in the middle of a word, and both together
 *   miss a change of two bytes with a chance of 2^-48 at the worst places. To leave texts of up to 11 bytes
 *   alone, which are safe as they are, would cost more than to shift them.
 */

/** Up to 32 bits, or a range in which the number that NULL looks like does not lie. */
export function narrowInputs(value: string): HashInputs {
  return { own: [value], other: [], confusesNull: false };
}

/** Numbers and timestamps of 64 bits. */
export function wordInputs(value: string): HashInputs {
  return { own: [value], other: [], confusesNull: true };
}

/** Decimals of 128 bits: as doubles, the halves weigh differently. */
export function wideDecimalInputs(value: string): HashInputs {
  return { own: [value], other: [cast(value, 'DOUBLE')], confusesNull: true };
}

export function textInputs(text: string): HashInputs {
  return { own: [text], other: [`'plmb' || ${text}`], confusesNull: false };
}

export function uuidInputs(uuid: string): HashInputs {
  return { own: [uuid], other: [`'plmb' || ${cast(uuid, 'VARCHAR')}`], confusesNull: false };
}

export function bytesInputs(bytes: string): HashInputs {
  return { own: [bytes], other: [`'plmb'::BLOB || ${bytes}`], confusesNull: false };
}
