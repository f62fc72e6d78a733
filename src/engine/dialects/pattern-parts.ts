import type { FormatToken, PatternFormat, PatternLetters } from '../../domain/comparison/format.ts';
import { formatShape } from '../../domain/comparison/format-shape.ts';

/** What engines spell differently that have Java's regular expressions. */
export interface PatternSpelling {
  textLiteral(text: string): string;
  concat(texts: readonly string[]): string;
  list(values: readonly string[]): string;
  /** A number as text. */
  textOf(number: string): string;
  /** Digits as a number. */
  numberOf(digits: string): string;
  either(condition: string, then: string, otherwise: string): string;
  startsWithMinus(text: string): string;
}

/** The texts of what a pattern names, cut out of a text that has its shape; null where the pattern has none. */
export interface PatternParts {
  /** To be put together: `1970-01-01 00:00:00`, which also stands for what the pattern leaves out. */
  readonly wall: readonly string[];
  readonly fraction: string | null;
  /** Seconds east of UTC. */
  readonly offset: string | null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function patternParts(format: PatternFormat, text: string, spelling: PatternSpelling): PatternParts {
  const { textLiteral, concat } = spelling;
  const pattern = format.tokens.map((token) => `(${withoutGroups(format, token)})`).join('');
  const found = (wanted: (token: FormatToken) => boolean) => {
    const index = format.tokens.findIndex(wanted);
    return index < 0 ? null : `regexp_extract(${text}, ${textLiteral(`^${pattern}\\z`)}, ${index + 1})`;
  };
  const letters = (...some: readonly PatternLetters[]) =>
    found((token) => token.kind === 'field' && some.includes(token.letters));
  const two = (part: string | null) => (part === null ? null : `lpad(${part}, 2, '0')`);
  const name = letters('MMM', 'MMMM');
  const shortYear = letters('yy');
  const half = letters('a');
  const hour = letters('HH', 'H', 'hh', 'h');
  const offset = letters('X', 'XX', 'XXX', 'Z');
  const year = letters('yyyy') ?? (shortYear === null ? null : concat(["'20'", shortYear]));
  const month = name === null ? two(letters('MM', 'M')) : monthOf(name, spelling);
  const hours = half === null || hour === null ? two(hour) : hourOfDay(hour, half, spelling);
  const date = [year ?? "'1970'", "'-'", month ?? "'01'", "'-'", two(letters('dd', 'd')) ?? "'01'"];
  const clock = [hours ?? "'00'", "':'", letters('mm') ?? "'00'", "':'", letters('ss') ?? "'00'"];
  return {
    wall: [...date, "' '", ...clock],
    fraction: found((token) => token.kind === 'fraction'),
    offset: offset === null ? null : offsetSeconds(offset, spelling),
  };
}

function monthOf(name: string, { textLiteral, list, textOf }: PatternSpelling): string {
  const position = `array_position(${list(months.map(textLiteral))}, substr(lower(${name}), 1, 3))`;
  return `lpad(${textOf(position)}, 2, '0')`;
}

/** 12 AM is midnight. */
function hourOfDay(hour: string, half: string, { textOf, numberOf, either }: PatternSpelling): string {
  const number = `${numberOf(hour)} % 12 + ${either(`lower(${half}) = 'pm'`, '12', '0')}`;
  return `lpad(${textOf(number)}, 2, '0')`;
}

/** `Z`, `+01`, `+0130` and `+01:30`. */
function offsetSeconds(text: string, { numberOf, either, startsWithMinus }: PatternSpelling): string {
  const digits = `regexp_replace(${text}, '[^0-9]', '')`;
  const hours = numberOf(`substr(${digits}, 1, 2)`);
  const minutes = numberOf(`rpad(substr(${digits}, 3), 2, '0')`);
  const sign = either(startsWithMinus(text), '-1', '1');
  return either(`${text} = 'Z'`, '0', `${sign} * (${hours} * 3600 + ${minutes} * 60)`);
}

function withoutGroups(format: PatternFormat, token: FormatToken): string {
  const shape = formatShape({ ...format, tokens: [token] });
  return token.kind === 'literal' ? shape : shape.replace(/\((?!\?)/g, '(?:');
}
