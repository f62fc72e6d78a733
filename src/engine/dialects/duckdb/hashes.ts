import type { RowHashes } from '../dialect.ts';
import { call } from './lexical.ts';

/**
 * DuckDB's hash folds one column into the next by multiply and xor, so the last column would stand bare in the result
 * and swapped values could cancel out in a sum. Hashing the result once more mixes all 64 bits. The second hash folds
 * in another order and from another start, so that neither can be computed from the other.
 * What the single values contribute, `hash-inputs.ts` decides.
 */
export const rowHashes: RowHashes = {
  first: (inputs) => mixed('0', inputs),
  second: (inputs) => mixed('7046029254386353131', inputs.toReversed()),
};

function mixed(salt: string, inputs: readonly string[]): string {
  return call('hash', call('hash', salt, ...inputs));
}
