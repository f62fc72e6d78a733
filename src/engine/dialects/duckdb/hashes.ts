import type { RowHashes } from '../dialect.ts';
import { call } from './lexical.ts';

/**
 * DuckDB's hash folds one value into the next by multiply and xor, so the last one would stand bare in the result and
 * swapped values could cancel out in a sum. Hashing the result once more mixes all 64 bits. The second hash folds the
 * other way round and from another start, so that neither can be computed from the other.
 */
export const rowHashes: RowHashes = {
  first: (inputs) => call('hash', call('hash', ...inputs)),
  second: (inputs) => call('hash', call('hash', ...inputs.toReversed(), '7046029254386353131')),
};
