import type { FormatToken, PatternFormat, PatternLetters } from '../../../domain/comparison/format.ts';
import { formatShape } from '../../../domain/comparison/format-shape.ts';
import { freshName } from '../fresh-name.ts';
import { call, cast, isMatch, letBe, textLiteral, tryCast } from './lexical.ts';
import { countDigits, countOfWall, countType } from './timestamps.ts';

/**
 * A text is taken apart by the exact shape of its pattern and put together again as the one form that Spark casts to a
 * date and a time of day: its own patterns mean other things in other versions. The count is in the digits of
 * `countDigits`.
 */
export function parsedCount(format: PatternFormat, text: string): string {
  const part = partsOf(format, text);
  const date = `${part.year ?? "'1970'"}, '-', ${part.month ?? "'01'"}, '-', ${part.day ?? "'01'"}`;
  const clock = `${part.hour ?? "'00'"}, ':', ${part.minute ?? "'00'"}, ':', ${part.second ?? "'00'"}`;
  const wall = tryCast(`concat(${date}, ' ', ${clock})`, 'TIMESTAMP_NTZ');
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

/** The digits of each part, as Spark reads them; null where the pattern has none. */
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
    year: letters('yyyy') ?? (shortYear === null ? null : `concat('20', ${shortYear})`),
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
  const list = `array(${months.map(textLiteral).join(', ')})`;
  return `lpad(CAST(array_position(${list}, substr(lower(${name}), 1, 3)) AS STRING), 2, '0')`;
}

/** 12 AM is midnight. */
function hourOfDay(hour: string, half: string): string {
  const number = `try_cast(${hour} AS INT) % 12 + CASE WHEN lower(${half}) = 'pm' THEN 12 ELSE 0 END`;
  return `lpad(CAST(${number} AS STRING), 2, '0')`;
}

/** `Z`, `+01`, `+0130` and `+01:30`. */
function offsetSeconds(text: string | null): string | null {
  if (text === null) return null;
  const digits = `regexp_replace(${text}, '[^0-9]', '')`;
  const hours = `try_cast(substr(${digits}, 1, 2) AS INT)`;
  const minutes = `try_cast(rpad(substr(${digits}, 3), 2, '0') AS INT)`;
  const sign = `CASE WHEN startswith(${text}, '-') THEN -1 ELSE 1 END`;
  return `CASE WHEN ${text} = 'Z' THEN 0 ELSE ${sign} * (${hours} * 3600 + ${minutes} * 60) END`;
}

function withoutGroups(format: PatternFormat, token: FormatToken): string {
  const shape = formatShape({ ...format, tokens: [token] });
  return token.kind === 'literal' ? shape : shape.replace(/\((?!\?)/g, '(?:');
}
