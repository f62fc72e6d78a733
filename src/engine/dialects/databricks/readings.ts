import { readingBy } from '../reading-by.ts';
import { textInput } from './hashes.ts';
import { cast } from './lexical.ts';
import { readContainers } from './read-containers.ts';
import { readDouble, readExactNumber } from './read-numbers.ts';
import { readBinary, readBoolean, readText } from './read-texts.ts';
import { readDate, readTimestamp } from './read-times.ts';

/** How the values of a column become comparable in Databricks. */
export const readingOf = readingBy({
  exactNumeric: readExactNumber,
  double: readDouble,
  text: readText,
  boolean: readBoolean,
  date: readDate,
  time: null,
  timestamp: readTimestamp,
  uuid: null,
  binary: readBinary,
  json: null,
  ...readContainers,
  presence: {
    value: (x) => `(${x} IS NOT NULL)`,
    hashInputs: (_x, v) => textInput(cast(v, 'STRING')),
  },
});
