import type { HashInputs, RowHashes } from '../dialect.ts';
import { call, cast } from './lexical.ts';

/** A call takes a bounded number of arguments: Java's methods take 255, and Trino needs some. */
const partsAtOnce = 64;

/**
 * Bytes that are equal only where all inputs are: each goes with its length before it, and NULL is a byte that no length
 * begins with.
 */
function joined(inputs: readonly string[]): string {
  const parts = inputs.map(
    (input) => `coalesce(to_big_endian_32(${cast(`length(${input})`, 'INTEGER')}) || ${input}, X'FF')`,
  );
  return concatenated(parts.length === 0 ? ["X'00'"] : parts);
}

function concatenated(parts: readonly string[]): string {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  if (parts.length <= partsAtOnce) return call('concat', ...parts);
  const groups: string[] = [];
  for (let start = 0; start < parts.length; start += partsAtOnce) {
    groups.push(concatenated(parts.slice(start, start + partsAtOnce)));
  }
  return concatenated(groups);
}

/** One half of a row in 128 bits; what it is made of is told apart before, so that only chance can confuse it. */
export function halfHash(inputs: readonly string[]): string {
  return call('murmur3', joined(inputs));
}

const word = (bytes: string) => call('from_big_endian_64', call('xxhash64', bytes));

/** Both are of both halves; the second reads them the other way round and from another start. */
export const rowHashes: RowHashes = {
  first: (inputs) => word(joined(inputs)),
  second: (inputs) => word(joined(["X'9E3779B97F4A7C15'", ...inputs.toReversed()])),
};

/** Every input is bytes; NULL stays NULL and is told apart when they are joined. */
export function bytesInput(bytes: string): HashInputs {
  return { own: [bytes], other: [], confusesNull: false };
}

export function textInput(text: string): HashInputs {
  return bytesInput(call('to_utf8', text));
}
