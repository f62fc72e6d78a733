import type { Capabilities } from '../dialect.ts';
import { resolvedTransforms } from '../resolved-transforms.ts';

export const capabilities: Capabilities = {
  comparisonTypes: {
    exactNumeric: true,
    double: true,
    text: true,
    boolean: true,
    date: true,
    time: true,
    timestamp: true,
    uuid: true,
    binary: true,
    json: {
      instead:
        'Trino reads the numbers of a document into doubles and would lose digits: compare the documents as text, or compare members that a view extracts.',
    },
    struct: true,
    list: true,
    map: true,
    perSide: true,
    presence: true,
  },
  transforms: resolvedTransforms,
  tolerances: { absolute: true, relative: true, duration: true },
  textOptions: { caseInsensitive: true, trimWhitespace: true, normalizeUnicode: true },
  bags: true,
  collections: true,
  wideNumbers: {
    instead:
      'Its decimals end at 38 digits, and both fields together need more: narrow one of them in a view, or compare as text.',
  },
};
