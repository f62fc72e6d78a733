import { cast, textLiteral } from './lexical.ts';

/** Trino's casts round; the text of the fraction is cut. A point in time is written with as many digits as it has. */
function cutText(text: string, from: number, to: number): string {
  if (to >= from) return text;
  const point = `strpos(${text}, '.')`;
  return to === 0 ? `substr(${text}, 1, ${point} - 1)` : `substr(${text}, 1, ${point} + ${to})`;
}

/** A TIMESTAMP of `from` digits with `to` digits, cut toward the past: a fraction is positive on every clock. */
export function cutTimestamp(x: string, from: number, to: number): string {
  const type = `TIMESTAMP(${to})`;
  return from <= to ? cast(x, type) : cast(cutText(cast(x, 'VARCHAR'), from, to), type);
}

export function cutTime(x: string, from: number, to: number): string {
  const type = `TIME(${to})`;
  return from <= to ? cast(x, type) : cast(cutText(cast(x, 'VARCHAR'), from, to), type);
}

/** The wall clock of UTC at an instant. */
export function utcWall(x: string, precision: number): string {
  return cast(`at_timezone(${x}, 'UTC')`, `TIMESTAMP(${precision})`);
}

/** What the clock of `to` shows when the clock of `from` shows `wall`. */
export function zoneShift(wall: string, from: string, to: string, precision: number): string {
  return cast(
    `at_timezone(with_timezone(${wall}, ${textLiteral(from)}), ${textLiteral(to)})`,
    `TIMESTAMP(${precision})`,
  );
}

export function withoutLooseFraction(text: string): string {
  return `regexp_replace(${text}, '\\.0+$|(\\.[0-9]*?)0+$', '$1')`;
}

/** As in ISO 8601, with the fraction only as long as needed; a `Z` where it is the clock of UTC for sure. */
export function isoText(wall: string, isUtc: boolean): string {
  const iso = `replace(${withoutLooseFraction(cast(wall, 'VARCHAR'))}, ' ', 'T')`;
  return isUtc ? `${iso} || 'Z'` : iso;
}

const nanosecondsOfDay = '86400000000000';

/** Nanoseconds since 1970, as text: 64 bits end in the year 2262. */
export function nanosecondsOf(v: string, precision: number): string {
  const days = cast(`date_diff('day', DATE '1970-01-01', ${cast(v, 'DATE')})`, 'DECIMAL(12, 0)');
  return cast(
    `${days} * DECIMAL '${nanosecondsOfDay}' + ${nanosecondsOfClock(cast(v, `TIME(${precision})`), precision)}`,
    'VARCHAR',
  );
}

/** Nanoseconds since midnight. */
export function nanosecondsOfClock(time: string, precision: number): string {
  const whole = `(hour(${time}) * 3600 + minute(${time}) * 60 + second(${time})) * 1000000000`;
  if (precision === 0) return cast(whole, 'DECIMAL(18, 0)');
  const fraction = `CAST(rpad(split_part(${cast(time, 'VARCHAR')}, '.', 2), 9, '0') AS BIGINT)`;
  return cast(`${whole} + ${fraction}`, 'DECIMAL(18, 0)');
}

/** Seconds between which a TIMESTAMP is written with four digits of the year, as the parsers of all engines read it. */
const firstSecond = '-62135596800';
const lastSecond = '253402300799';

/** The timestamp that lies so many units of 10^-digits seconds after 1970; NULL where there is none. */
export function timestampOfCount(count: string, digits: number): string {
  const unit = `DECIMAL '1${'0'.repeat(digits)}'`;
  const rest = `mod(mod(${count}, ${unit}) + ${unit}, ${unit})`;
  const seconds = `((${count}) - ${rest}) / ${unit}`;
  const second = cast(
    `date_add('second', CAST(${seconds} AS BIGINT), TIMESTAMP '1970-01-01 00:00:00')`,
    'VARCHAR',
  );
  const fraction =
    digits === 0 ? '' : ` || '.' || lpad(CAST(CAST(${rest} AS BIGINT) AS VARCHAR), ${digits}, '0')`;
  return `CASE WHEN ${seconds} BETWEEN ${firstSecond} AND ${lastSecond} THEN CAST(${second}${fraction} AS TIMESTAMP(${digits})) END`;
}
