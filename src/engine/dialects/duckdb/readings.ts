import { readingBy } from '../reading-by.ts';
import { narrowInputs } from './hash-inputs.ts';
import { readList, readMap, readStruct } from './read-containers.ts';
import { readDouble, readExactNumber } from './read-numbers.ts';
import { readBinary, readBoolean, readJson, readText, readUuid } from './read-texts.ts';
import { readDate, readTime, readTimestamp } from './read-times.ts';

/** How the values of a column become comparable in DuckDB. */
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
  json: readJson,
  struct: readStruct,
  list: readList,
  map: readMap,
  presence: { value: (x) => `${x} IS NOT NULL`, hashInputs: (_x, v) => narrowInputs(v) },
});
