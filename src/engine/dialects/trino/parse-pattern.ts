import type { FormatToken, PatternFormat, PatternLetters } from '../../../domain/comparison/format.ts';
import { formatShape } from '../../../domain/comparison/format-shape.ts';
import { call, cast, isMatch, textLiteral, tryCast } from './lexical.ts';

/**
 * A text is taken apart by the exact shape of its pattern and put together again as the one form that Trino casts to a
 * timestamp, with every digit: its own parsers know milliseconds at most.
 */
export function parsedTimestamp(format: PatternFormat, text: string): string {
  const part = partsOf(format, text);
  const date = `${part.year ?? "'1970'"} || '-' || ${part.month ?? "'01'"} || '-' || ${part.day ?? "'01'"}`;
  const clock = `${part.hour ?? "'00'"} || ':' || ${part.minute ?? "'00'"} || ':' || ${part.second ?? "'00'"}`;
  const fraction = part.fraction === null ? '' : ` || '.' || ${part.fraction}`;
  const wall = tryCast(`${date} || ' ' || ${clock}${fraction}`, `TIMESTAMP(${format.precision})`);
  const instant = part.offset === null ? wall : `date_add('second', -(${part.offset}), ${wall})`;
  return `CASE WHEN ${isMatch(text, formatShape(format))} THEN ${instant} END`;
}

export function parsedDate(format: PatternFormat, text: string): string {
  return cast(parsedTimestamp(format, text), 'DATE');
}

export function parsedTime(format: PatternFormat, text: string): string {
  return cast(parsedTimestamp(format, text), `TIME(${format.precision})`);
}

/** The digits of each part, as Trino writes them; null where the pattern has none. */
interface Parts {
  readonly year: string | null;
  readonly month: string | null;
  readonly day: string | null;
  readonly hour: string | null;
  readonly minute: string | null;
  readonly second: string | null;
  readonly fraction: string | null;
  /** Seconds east of UTC. */
  readonly offset: string | null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function partsOf(format: PatternFormat, text: string): Parts {
  const pattern = format.tokens.map((token) => `(${withoutGroups(format, token)})`).join('');
  const found = (wanted: (token: FormatToken) => boolean) => {
    const index = format.tokens.findIndex(wanted);
    if (index < 0) return null;
    return call('regexp_extract', text, textLiteral(`^${pattern}\\z`), String(index + 1));
  };
  const letters = (...some: readonly PatternLetters[]) =>
    found((token) => token.kind === 'field' && some.includes(token.letters));
  const two = (part: string | null) => (part === null ? null : `lpad(${part}, 2, '0')`);
  const name = letters('MMM', 'MMMM');
  const shortYear = letters('yy');
  const half = letters('a');
  const hour = letters('HH', 'H', 'hh', 'h');
  return {
    year: letters('yyyy') ?? (shortYear === null ? null : `'20' || ${shortYear}`),
    month: name === null ? two(letters('MM', 'M')) : monthOf(name),
    day: two(letters('dd', 'd')),
    hour: half === null || hour === null ? two(hour) : hourOfDay(hour, half),
    minute: letters('mm'),
    second: letters('ss'),
    fraction: found((token) => token.kind === 'fraction'),
    offset: offsetSeconds(letters('X', 'XX', 'XXX', 'Z')),
  };
}

function monthOf(name: string): string {
  const list = `ARRAY[${months.map(textLiteral).join(', ')}]`;
  return `lpad(CAST(array_position(${list}, substr(lower(${name}), 1, 3)) AS VARCHAR), 2, '0')`;
}

/** 12 AM is midnight. */
function hourOfDay(hour: string, half: string): string {
  const number = `CAST(${hour} AS INTEGER) % 12 + IF(lower(${half}) = 'pm', 12, 0)`;
  return `lpad(CAST(${number} AS VARCHAR), 2, '0')`;
}

/** `Z`, `+01`, `+0130` and `+01:30`. */
function offsetSeconds(text: string | null): string | null {
  if (text === null) return null;
  const digits = `regexp_replace(${text}, '[^0-9]', '')`;
  const hours = `CAST(substr(${digits}, 1, 2) AS INTEGER)`;
  const minutes = `CAST(rpad(substr(${digits}, 3), 2, '0') AS INTEGER)`;
  const sign = `IF(substr(${text}, 1, 1) = '-', -1, 1)`;
  return `IF(${text} = 'Z', 0, ${sign} * (${hours} * 3600 + ${minutes} * 60))`;
}

function withoutGroups(format: PatternFormat, token: FormatToken): string {
  const shape = formatShape({ ...format, tokens: [token] });
  return token.kind === 'literal' ? shape : shape.replace(/\((?!\?)/g, '(?:');
}
