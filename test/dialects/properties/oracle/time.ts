/** Points in time as nanoseconds since 1970-01-01T00:00:00 of a wall clock or of UTC, or beyond all of them. */
export type Point = bigint | 'infinity' | '-infinity';

export const nanosecondsPerDay = 86_400_000_000_000n;

const datePattern = /^(\d{4,})-(\d\d)-(\d\d)$/;
const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
const offsetPattern = /(Z|[+-]\d\d:\d\d)$/;

/** Midnight of a date, or null where there is no such day. */
export function readDate(text: string): Point | null {
  if (text === 'infinity' || text === '-infinity') return text;
  const parts = datePattern.exec(text);
  return parts === null ? null : midnight(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

export function midnight(year: number, month: number, day: number): bigint | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? BigInt(date.getTime()) * 1_000_000n : null;
}

/** Nanoseconds since midnight. */
export function readTime(text: string): bigint | null {
  const parts = timePattern.exec(text);
  if (parts === null) return null;
  const [, hours, minutes, seconds, fraction = ''] = parts;
  return timeOfDay(Number(hours), Number(minutes), Number(seconds), fraction);
}

export function timeOfDay(hours: number, minutes: number, seconds: number, fraction: string): bigint | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return (
    BigInt((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000n +
    BigInt(fraction.slice(0, 9).padEnd(9, '0'))
  );
}

/** `2024-05-01 12:00:00.5`, with `Z` or an offset where it is zoned. */
export function readTimestamp(text: string): Point | null {
  if (text === 'infinity' || text === '-infinity') return text;
  const offset = offsetPattern.exec(text)?.[1] ?? '';
  const [date = '', time = ''] = text.slice(0, text.length - offset.length).split(' ');
  const day = readDate(date);
  const sinceMidnight = readTime(time);
  if (typeof day !== 'bigint' || sinceMidnight === null) return null;
  return day + sinceMidnight - offsetNanoseconds(offset);
}

export function offsetNanoseconds(offset: string): bigint {
  if (offset === '' || offset === 'Z') return 0n;
  const digits = offset.replace(/[^\d]/g, '').padEnd(4, '0');
  const minutes = BigInt(digits.slice(0, 2)) * 60n + BigInt(digits.slice(2, 4));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000_000_000n;
}

/** Finer digits are cut off toward the past. */
export function cut(point: Point, precision: number): Point {
  if (typeof point !== 'bigint') return point;
  const unit = 10n ** BigInt(9 - precision);
  return point - (((point % unit) + unit) % unit);
}

export function dateText(point: Point): string {
  if (typeof point !== 'bigint') return point;
  const date = new Date(Number(floorDivide(point, 1_000_000n)));
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** The fraction only as long as needed. */
export function timeText(sinceMidnight: bigint): string {
  const seconds = Number(sinceMidnight / 1_000_000_000n);
  const fraction = (sinceMidnight % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

export function timestampText(point: Point, zoned: boolean): string {
  if (typeof point !== 'bigint') return point;
  const day = floorDivide(point, nanosecondsPerDay) * nanosecondsPerDay;
  return `${dateText(day)}T${timeText(point - day)}${zoned ? 'Z' : ''}`;
}

/** What the clock of a zone shows at an instant. */
export function wallClock(instant: Point, zone: string): Point {
  if (typeof instant !== 'bigint') return instant;
  const milliseconds = floorDivide(instant, 1_000_000n);
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(new Date(Number(milliseconds)))
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === 'B' ? 1 - Number(parts.year) : Number(parts.year);
  const day = midnight(year, Number(parts.month), Number(parts.day));
  const time = timeOfDay(Number(parts.hour), Number(parts.minute), Number(parts.second), '');
  if (day === null || time === null) throw new TypeError(`The clock of ${zone} shows no time.`);
  const withinSecond = instant - floorDivide(instant, 1_000_000_000n) * 1_000_000_000n;
  return day + time + withinSecond;
}

/**
 * The instant at which the clock of a zone shows a time: the later one where the hour repeats; where the hour is left
 * out, the one that the offset before the change gives.
 */
export function instantOf(wall: Point, zone: string): Point {
  if (typeof wall !== 'bigint') return wall;
  const offsets = [nanosecondsPerDay, -nanosecondsPerDay].map((distance) => {
    const near = wallClock(wall + distance, zone);
    return typeof near === 'bigint' ? near - (wall + distance) : 0n;
  });
  const candidates = offsets.map((offset) => wall - offset);
  const shown = candidates.filter((candidate) => wallClock(candidate, zone) === wall);
  return shown.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? candidates[1] ?? wall;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone: zone,
    era: 'narrow',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}

function floorDivide(a: bigint, b: bigint): bigint {
  return a / b - (a % b < 0n ? 1n : 0n);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
