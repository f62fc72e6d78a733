import type { Capabilities, Support } from '../dialect.ts';

const notResolved: Support = {
  instead: 'No resolution gives this reading: resolve the fields again and store what comes out.',
};

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
  transforms: {
    none: true,
    to_string: true,
    to_long: notResolved,
    to_decimal: notResolved,
    to_double: true,
    to_boolean: notResolved,
    to_date: true,
    to_timestamp: true,
    to_peer_numeric: true,
  },
  tolerances: { absolute: true, relative: true, duration: true },
  textOptions: { caseInsensitive: true, trimWhitespace: true, normalizeUnicode: true },
  bags: true,
  collections: true,
  wideNumbers: {
    instead:
      'Its decimals end at 38 digits, and both fields together need more: narrow one of them in a view, or compare as text.',
  },
};
