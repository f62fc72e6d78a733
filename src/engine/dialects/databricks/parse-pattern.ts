import type { PatternFormat } from '../../../domain/comparison/format.ts';
import { formatShape } from '../../../domain/comparison/format-shape.ts';
import { freshName } from '../fresh-name.ts';
import { type PatternSpelling, patternParts } from '../pattern-parts.ts';
import { call, cast, isMatch, letBe, textLiteral, tryCast } from './lexical.ts';
import { countDigits, countOfWall, countType } from './timestamps.ts';

const spelling: PatternSpelling = {
  textLiteral,
  concat: (texts) => call('concat', ...texts),
  list: (values) => call('array', ...values),
  textOf: (number) => cast(number, 'STRING'),
  numberOf: (digits) => tryCast(digits, 'INT'),
  either: (condition, then, otherwise) => `CASE WHEN ${condition} THEN ${then} ELSE ${otherwise} END`,
  startsWithMinus: (text) => call('startswith', text, "'-'"),
};

/**
 * A text is taken apart by the exact shape of its pattern and put together again as the one form that Spark casts to a
 * date and a time of day: its own patterns mean other things in other versions. The count is in the digits of
 * `countDigits`.
 */
export function parsedCount(format: PatternFormat, text: string): string {
  const part = patternParts(format, text, spelling);
  const wall = tryCast(spelling.concat(part.wall), 'TIMESTAMP_NTZ');
  const digits = countDigits(format.precision);
  const offset = part.offset === null ? '' : ` - (${part.offset}) * 1000000L`;
  const fraction = part.fraction === null ? '' : ` + CAST(rpad(${part.fraction}, ${digits}, '0') AS BIGINT)`;
  const name = freshName('wall', text);
  const count = letBe(name, wall, (each) => {
    const whole = `(${countOfWall(each)}${offset})`;
    return `${digits === 6 ? whole : `${cast(whole, 'DECIMAL(22, 0)')} * 1000`}${fraction}`;
  });
  return `CASE WHEN ${isMatch(text, formatShape(format))} THEN ${cast(count, countType(digits))} END`;
}
