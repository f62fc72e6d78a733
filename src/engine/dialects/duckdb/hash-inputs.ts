import type { HashInputs } from '../dialect.ts';
import { cast } from './lexical.ts';

/**
 * DuckDB's `hash` of a single value is made for hash tables and confuses values in ways that are no accident, so what
 * the two row hashes are fed with differs where it does:
 *
 * - NULL has the hash of one number of 64 bits: the second hash sees another number in its place.
 * - 128 bits are hashed as the xor of both halves, so that 0 and -1 agree, and swapped halves: a second view of the
 *   value goes in beside it.
 * - Texts are folded in words of 8 bytes, of whose last bytes only 8 bits go on: changes in the last bytes of two words
 *   cancel out once in 256 times. The second hash sees the text shifted by 4 bytes, where those bytes stand in the
 *   middle of a word. Both together then miss a change of two bytes with a chance of 2^-48 at the worst places, and of
 *   2^-128 in general. Texts of up to 11 bytes are safe as they are.
 */
export function narrowInputs(value: string): HashInputs {
  return { first: [value], second: [value] };
}

/** Numbers and timestamps of 64 bits. */
export function wordInputs(value: string, zero: string): HashInputs {
  return { first: [value], second: [`coalesce(${value}, ${zero})`] };
}

/** Decimals of 128 bits: as doubles, the halves weigh differently. */
export function wideDecimalInputs(value: string): HashInputs {
  const inputs = [value, cast(value, 'DOUBLE')];
  return { first: inputs, second: inputs };
}

export function textInputs(text: string): HashInputs {
  return {
    first: [text],
    second: [`CASE WHEN strlen(${text}) > 11 THEN 'plmb' || ${text} ELSE ${text} END`],
  };
}

export function bytesInputs(bytes: string): HashInputs {
  const shifted = `'plmb'::BLOB || ${bytes}`;
  return {
    first: [bytes],
    second: [`CASE WHEN octet_length(${bytes}) > 11 THEN ${shifted} ELSE ${bytes} END`],
  };
}
