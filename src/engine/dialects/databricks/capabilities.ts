import type { Capabilities } from '../dialect.ts';
import { resolvedTransforms } from '../resolved-transforms.ts';

export const capabilities: Capabilities = {
  comparisonTypes: {
    exactNumeric: true,
    double: true,
    text: true,
    boolean: true,
    date: true,
    time: {
      instead:
        'Databricks has no type for a time of day: compare the fields as text, or as timestamps that a view makes of them.',
    },
    timestamp: true,
    uuid: {
      instead: 'Databricks has no type for UUIDs: compare them as the text that they are kept in.',
    },
    binary: true,
    json: {
      instead:
        'Databricks reads some numbers of a document into doubles and would lose digits: compare the documents as text, or compare members that a view extracts.',
    },
    struct: true,
    list: true,
    map: true,
    perSide: true,
    presence: true,
  },
  transforms: resolvedTransforms,
  tolerances: { absolute: true, relative: true, duration: true },
  textOptions: {
    caseInsensitive: true,
    trimWhitespace: true,
    normalizeUnicode: {
      instead:
        'Databricks has no function that brings Unicode into one form: compare the texts as they are, or against a dataset outside the workspace.',
    },
  },
  bags: true,
  collections: true,
  wideNumbers: {
    instead:
      'Its decimals end at 38 digits, and both fields together need more: narrow one of them in a view, or compare as text.',
  },
};
