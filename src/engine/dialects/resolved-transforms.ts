import type { Capabilities, Support } from './dialect.ts';

const notResolved: Support = {
  instead: 'No resolution gives this reading: resolve the fields again and store what comes out.',
};

/** Every engine reads what resolutions give; which they give is not its decision. */
export const resolvedTransforms: Capabilities['transforms'] = {
  none: true,
  to_string: true,
  to_long: notResolved,
  to_decimal: notResolved,
  to_double: true,
  to_boolean: notResolved,
  to_date: true,
  to_timestamp: true,
  to_peer_numeric: true,
};
