/**
 * Dates and times of requests, in ISO 8601, to their canonical text (see `canonicalTexts`). Years 0001 to 9999. Null
 * where the text is none, is no real date, or has more fractional digits than it may.
 */
export function canonicalDate(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const isReal = year >= 1 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  return isReal ? text : null;
}

export function canonicalTime(text: string, precision: number): string | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?$/.exec(text);
  if (match === null) return null;
  const [, hour, minute, second = '00', digits = ''] = match;
  const fraction = digits.replace(/0+$/, '');
  if (fraction.length > precision) return null;
  return `${hour}:${minute}:${second}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A naive timestamp may leave out its time, which is then midnight; a zoned one must carry its offset. */
export function canonicalTimestamp(text: string, precision: number, zoned: boolean): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ]([\d:.]+)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  const [, dateText = '', timeText = '00:00', offset] = match ?? [];
  const date = canonicalDate(dateText);
  const time = canonicalTime(timeText, precision);
  if (date === null || time === null || zoned !== (offset !== undefined)) return null;
  return offset === undefined ? `${date}T${time}` : inUtc(date, time, offset);
}

function inUtc(date: string, time: string, offset: string): string | null {
  const [whole = '', fraction] = time.split('.');
  const minutes = offsetMinutes(offset);
  if (minutes === null) return null;
  const instant = new Date(Date.parse(`${date}T${whole}Z`) - minutes * 60_000);
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) return null;
  return `${instant.toISOString().slice(0, 19)}${fraction === undefined ? '' : `.${fraction}`}Z`;
}

/** Java's range of offsets, up to 18 hours either way. */
function offsetMinutes(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > 18 * 60) return null;
  return offset.startsWith('-') ? -total : total;
}
