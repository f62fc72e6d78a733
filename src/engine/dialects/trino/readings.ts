import { readingBy } from '../reading-by.ts';
import { fixedInput } from './hashes.ts';
import { readContainers } from './read-containers.ts';
import { readDouble, readExactNumber } from './read-numbers.ts';
import { readBinary, readBoolean, readText, readUuid } from './read-texts.ts';
import { readDate, readTime, readTimestamp } from './read-times.ts';

/** How the values of a column become comparable in Trino. */
export const readingOf = readingBy({
  exactNumeric: readExactNumber,
  double: readDouble,
  text: readText,
  boolean: readBoolean,
  date: readDate,
  time: readTime,
  timestamp: readTimestamp,
  uuid: readUuid,
  binary: readBinary,
  json: null,
  ...readContainers,
  presence: {
    value: (x) => `${x} IS NOT NULL`,
    hashInputs: (_x, v) => fixedInput(`IF(${v}, X'01', X'00')`),
  },
});
