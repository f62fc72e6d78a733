import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { fixedInput } from './hashes.ts';
import { readList, readMap, readStruct } from './read-containers.ts';
import { readDouble, readExactNumber } from './read-numbers.ts';
import { readBinary, readBoolean, readText, readUuid } from './read-texts.ts';
import { readDate, readTime, readTimestamp } from './read-times.ts';

/** How the values of a column become comparable in Trino. */
export function readingOf(column: Column): Reading {
  const type = column.comparisonType;
  switch (type.kind) {
    case 'exactNumeric':
      return readExactNumber(column, type);
    case 'double':
      return readDouble(column);
    case 'text':
      return readText(column);
    case 'boolean':
      return readBoolean();
    case 'date':
      return readDate(column);
    case 'time':
      return readTime(column, type.precision);
    case 'timestamp':
      return readTimestamp(column, type);
    case 'uuid':
      return readUuid(column);
    case 'binary':
      return readBinary();
    case 'json':
      // Refused before anything runs: see the capabilities.
      return impossible(column);
    case 'struct':
      return readStruct(column, type, readingOf);
    case 'list':
      return readList(column, type.element, readingOf);
    case 'map':
      return readMap(column, type, readingOf);
    case 'perSide':
      return readingOf({ ...column, comparisonType: column.side === 'source' ? type.source : type.target });
    case 'presence':
      return {
        value: (x) => `${x} IS NOT NULL`,
        fallible: false,
        hashInputs: (_x, v) => fixedInput(`IF(${v}, X'01', X'00')`),
        text: (v) => v,
        position: null,
        showsRaw: true,
      };
  }
}
