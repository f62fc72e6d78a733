import type { HashInputs, RowHashes } from '../dialect.ts';
import { call, cast } from './lexical.ts';

/** One text that is equal only where all inputs are: each goes with its length, and NULL is a mark that no length is. */
function joined(inputs: readonly string[]): string {
  const parts = inputs.map(
    (input) => `coalesce(concat(${cast(`length(${input})`, 'STRING')}, ':', ${input}), '~')`,
  );
  return parts.length === 0 ? "''" : call('concat', ...parts);
}

/**
 * What a row is hashed to. Spark's own hashes have 64 bits and start where everybody knows; what is told apart by SHA-256 can
 * be confused by nobody's design, and processors have instructions for it.
 */
export function partHash(inputs: readonly string[]): string {
  return call('sha2', joined(inputs), '256');
}

/** The second starts from elsewhere, so that neither can be computed from the other. */
export const rowHashes: RowHashes = {
  first: (inputs) => call('xxhash64', joined(inputs)),
  second: (inputs) => call('xxhash64', joined(["'9E3779B97F4A7C15'", ...inputs.toReversed()])),
};

/** Every input is text; NULL stays NULL and is told apart when they are joined. */
export function textInput(text: string): HashInputs {
  return { own: [text], other: [], confusesNull: false };
}
