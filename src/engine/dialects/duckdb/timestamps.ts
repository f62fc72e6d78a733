import { cast, letBe, textLiteral } from './lexical.ts';

/** Microseconds where six digits are enough, because TIMESTAMP_NS ends in the year 2262. */
export interface Unit {
  readonly digits: 6 | 9;
  readonly timestamp: 'TIMESTAMP' | 'TIMESTAMP_NS';
  readonly time: 'TIME' | 'TIME_NS';
  readonly epoch: 'epoch_us' | 'epoch_ns';
  readonly make: 'make_timestamp' | 'make_timestamp_ns';
  /** The first and last finite timestamps, as counts: DuckDB fails on others. */
  readonly earliest: string;
  readonly latest: string;
}

const microseconds: Unit = {
  digits: 6,
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  epoch: 'epoch_us',
  make: 'make_timestamp',
  earliest: '-9223372022400000000',
  latest: '9223372036854775806',
};

const nanoseconds: Unit = {
  digits: 9,
  timestamp: 'TIMESTAMP_NS',
  time: 'TIME_NS',
  epoch: 'epoch_ns',
  make: 'make_timestamp_ns',
  earliest: '-9223286400000000000',
  latest: '9223372036854775806',
};

export function unitOf(precision: number): Unit {
  return precision <= 6 ? microseconds : nanoseconds;
}

/** The timestamp that lies so many units after 1970; NULL where there is none. */
export function timestampOfCount(count: string, unit: Unit): string {
  return letBe(
    'count',
    count,
    (n) =>
      `CASE WHEN ${n} BETWEEN ${unit.earliest} AND ${unit.latest} THEN ${unit.make}(${cast(n, 'BIGINT')}) END`,
  );
}

/**
 * A timestamp of `from` digits in the type of `unit`, cut to `to` digits toward the past. DuckDB's own cast from
 * nanoseconds rounds, so the digits are cut by arithmetic.
 */
export function cutTimestamp(x: string, from: number, to: number, unit: Unit): string {
  const fine = unitOf(from);
  const digits = Math.min(from, to);
  if (fine === unit && digits === from) return cast(x, unit.timestamp);
  if (unit.digits === 9 && fine.digits === 6) return cast(x, unit.timestamp);
  const count = cutCount(`${fine.epoch}(${x})`, fine.digits - digits);
  const rescaled = fine === unit ? count : `(${count} // 1000)`;
  // The infinities have no count.
  return `CASE WHEN isfinite(${x}) THEN ${unit.make}(${rescaled}) ELSE ${cast(x, unit.timestamp)} END`;
}

export function cutTime(x: string, from: number, to: number, unit: Unit): string {
  const fine = unitOf(from);
  const digits = Math.min(from, to);
  if (fine === unit && digits === from) return cast(x, unit.time);
  const count = cutCount(`epoch_ns(${x})`, 9 - digits);
  const midnight = `TIMESTAMP_NS '1970-01-01 00:00:00'`;
  // 24:00:00 is a time of its own and has no place on a day.
  return `CASE WHEN epoch_ns(${x}) < 86400000000000 THEN ${cast(`make_timestamp_ns(epoch_ns(${midnight}) + ${count})`, unit.time)} ELSE ${cast(x, unit.time)} END`;
}

/** A whole count with its last digits made zero, toward the past: also before 1970, where `%` is negative. */
export function cutCount(count: string, digits: number): string {
  if (digits === 0) return count;
  const step = `1${'0'.repeat(digits)}`;
  return `(${count} - ((${count} % ${step}) + ${step}) % ${step})`;
}

/** The wall clock of UTC at an instant; without the calendar of ICU, which is a hundred times slower. */
export function utcWall(x: string): string {
  return `CASE WHEN isfinite(${x}) THEN make_timestamp(epoch_us(${x})) ELSE ${cast(cast(x, 'VARCHAR'), 'TIMESTAMP')} END`;
}

/** What the clock of `to` shows when the clock of `from` shows `wall`. Zones differ by whole seconds. */
export function zoneShift(wall: string, from: string, to: string, unit: Unit): string {
  const shift = (x: string) => {
    const instant =
      from === 'UTC' ? `make_timestamptz(epoch_us(${x}))` : `timezone(${textLiteral(from)}, ${x})`;
    return to === 'UTC' ? utcWall(instant) : `timezone(${textLiteral(to)}, ${instant})`;
  };
  if (unit.digits === 6) return `CASE WHEN isfinite(${wall}) THEN ${shift(wall)} ELSE ${wall} END`;
  const seconds = `make_timestamp(${cutCount(`epoch_ns(${wall})`, 9)} // 1000)`;
  const rest = `(epoch_ns(${wall}) - ${cutCount(`epoch_ns(${wall})`, 9)})`;
  return `make_timestamp_ns(epoch_us(${shift(seconds)}) * 1000 + ${rest})`;
}

/** As in ISO 8601, with the fraction only as long as needed; a `Z` where it is the clock of UTC for sure. */
export function isoText(wall: string, isUtc: boolean): string {
  const iso = `replace(${cast(wall, 'VARCHAR')}, ' ', 'T')`;
  return isUtc ? `${iso} || CASE WHEN isfinite(${wall}) THEN 'Z' ELSE '' END` : iso;
}
