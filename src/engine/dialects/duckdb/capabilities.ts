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
    json: true,
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
  wideNumbers: true,
};
