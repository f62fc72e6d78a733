import { freshName } from '../fresh-name.ts';
import { cast, letBe, textLiteral } from './lexical.ts';

/**
 * Points in time are counted: whole units of 10^-digits seconds since 1970, on the clock of UTC or on a wall. A
 * TIMESTAMP of Spark would be written and taken apart by the clock of the session, which administrators choose.
 */
export type CountDigits = 6 | 9;

/** Six digits are what Spark has; nine come out of texts, and need more than 64 bits. */
export function countDigits(precision: number): CountDigits {
  return precision <= 6 ? 6 : 9;
}

export function countType(digits: CountDigits): string {
  return digits === 6 ? 'BIGINT' : 'DECIMAL(25, 0)';
}

function secondsOfDay(digits: CountDigits): string {
  return `${86_400n * 10n ** BigInt(digits)}L`;
}

export function countOfInstant(x: string): string {
  return `unix_micros(${x})`;
}

/** Microseconds that the clock on a wall, a TIMESTAMP_NTZ, has moved since 1970. */
export function countOfWall(x: string): string {
  const clock = `(hour(${x}) * 3600L + minute(${x}) * 60L) * 1000000L`;
  return `(${countOfDate(cast(x, 'DATE'))} + ${clock} + CAST(extract(SECOND FROM ${x}) * 1000000 AS BIGINT))`;
}

export function countOfDate(x: string): string {
  return `(unix_date(${x}) * ${secondsOfDay(6)})`;
}

/** The TIMESTAMP_NTZ of a count of microseconds. */
function wallOf(count: string): string {
  const name = freshName('moved', count);
  return letBe(name, count, (moved) => {
    const rest = `pmod(${moved}, ${secondsOfDay(6)})`;
    return `${cast(dateOf(moved, 6), 'TIMESTAMP_NTZ')} + make_dt_interval(0, 0, 0, CAST(${rest} / 1000000 AS DECIMAL(18, 6)))`;
  });
}

/** The day that a count falls on. */
export function dateOf(count: string, digits: CountDigits): string {
  const day = secondsOfDay(digits);
  return `date_from_unix_date(CAST((${count} - pmod(${count}, ${day})) div ${day} AS INT))`;
}

/** In as many digits as are compared, cut toward the past. */
export function cutCount(count: string, from: CountDigits, precision: number): string {
  const to = countDigits(precision);
  if (to > from) return cast(`${cast(count, countType(to))} * 1000`, countType(to));
  const unit = 10n ** BigInt(from - precision);
  if (unit === 1n) return count;
  const name = freshName('counted', count);
  return letBe(name, count, (counted) => {
    const cut = `(${counted} - pmod(${counted}, ${unit}L))`;
    return cast(to < from ? `${cut} div 1000L` : cut, countType(to));
  });
}

/** What the clock of `to` shows when the clock of `from` shows a count. Offsets are whole seconds. */
export function zoneShift(count: string, digits: CountDigits, from: string, to: string): string {
  const micros = digits === 6 ? count : `(${count} - pmod(${count}, 1000L)) div 1000L`;
  const shifted = `convert_timezone(${textLiteral(from)}, ${textLiteral(to)}, ${wallOf(micros)})`;
  const moved = letBe(freshName('shifted', count), shifted, countOfWall);
  return digits === 6
    ? moved
    : cast(`${cast(moved, 'DECIMAL(22, 0)')} * 1000 + pmod(${count}, 1000L)`, countType(digits));
}

/** As in ISO 8601, with the fraction only as long as needed; a `Z` where it is the clock of UTC for sure. */
export function isoText(count: string, digits: CountDigits, isUtc: boolean): string {
  const name = freshName('point', count);
  return letBe(name, count, (point) => {
    const parts = [cast(dateOf(point, digits), 'STRING'), "'T'", clockText(point, digits)];
    return `concat(${[...parts, ...(isUtc ? ["'Z'"] : [])].join(', ')})`;
  });
}

function clockText(count: string, digits: CountDigits): string {
  const second = `${10n ** BigInt(digits)}L`;
  const seconds = `(pmod(${count}, ${secondsOfDay(digits)}) div ${second})`;
  const two = (number: string) => `lpad(CAST(${number} AS STRING), 2, '0')`;
  const fraction = `trim(TRAILING '0' FROM lpad(CAST(pmod(${count}, ${second}) AS STRING), ${digits}, '0'))`;
  const clock = [two(`${seconds} div 3600`), two(`(${seconds} div 60) % 60`), two(`${seconds} % 60`)].join(
    ", ':', ",
  );
  return `concat(${clock}, CASE WHEN ${fraction} = '' THEN '' ELSE concat('.', ${fraction}) END)`;
}

/** Nanoseconds since 1970, as text: 64 bits end in the year 2262. */
export function nanosecondsOf(count: string, digits: CountDigits): string {
  const unit = digits === 6 ? ' * 1000' : '';
  return cast(`${cast(count, 'DECIMAL(25, 0)')}${unit}`, 'STRING');
}

/** Seconds between which a year has four digits, as on all engines. */
const firstSecond = -62_135_596_800n;
const lastSecond = 253_402_300_799n;

/** A whole number of units as such a count; NULL where there is no such point in time. */
export function countWithin(count: string, digits: CountDigits): string {
  const second = 10n ** BigInt(digits);
  const [least, most] = [firstSecond * second, (lastSecond + 1n) * second - 1n];
  const bound = (limit: bigint) => cast(textLiteral(String(limit)), 'DECIMAL(38, 0)');
  return `CASE WHEN ${count} BETWEEN ${bound(least)} AND ${bound(most)} THEN ${cast(count, countType(digits))} END`;
}
