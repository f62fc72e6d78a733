import type { PatternFormat } from '../../../domain/comparison/format.ts';
import { formatShape } from '../../../domain/comparison/format-shape.ts';
import { type PatternSpelling, patternParts } from '../pattern-parts.ts';
import { cast, isMatch, textLiteral, tryCast } from './lexical.ts';

const spelling: PatternSpelling = {
  textLiteral,
  concat: (texts) => texts.join(' || '),
  list: (values) => `ARRAY[${values.join(', ')}]`,
  textOf: (number) => cast(number, 'VARCHAR'),
  numberOf: (digits) => cast(digits, 'INTEGER'),
  either: (condition, then, otherwise) => `IF(${condition}, ${then}, ${otherwise})`,
  startsWithMinus: (text) => `substr(${text}, 1, 1) = '-'`,
};

/**
 * A text is taken apart by the exact shape of its pattern and put together again as the one form that Trino casts to a
 * timestamp, with every digit: its own parsers know milliseconds at most.
 */
export function parsedTimestamp(format: PatternFormat, text: string): string {
  const { wall, fraction, offset } = patternParts(format, text, spelling);
  const written = spelling.concat(fraction === null ? wall : [...wall, "'.'", fraction]);
  const local = tryCast(written, `TIMESTAMP(${format.precision})`);
  const instant = offset === null ? local : `date_add('second', -(${offset}), ${local})`;
  return `CASE WHEN ${isMatch(text, formatShape(format))} THEN ${instant} END`;
}

export function parsedDate(format: PatternFormat, text: string): string {
  return cast(parsedTimestamp(format, text), 'DATE');
}

export function parsedTime(format: PatternFormat, text: string): string {
  return cast(parsedTimestamp(format, text), `TIME(${format.precision})`);
}
