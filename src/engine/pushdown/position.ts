import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';

/**
 * Where a value stands, from its canonical text: a number that is ordered and spaced as the values are. Days for dates,
 * nanoseconds for other times; what is not finite keeps its text. Null where values have no distances.
 */
export function positionOf(text: string, { kind }: ComparisonType): string | null {
  switch (kind) {
    case 'exactNumeric':
    case 'double':
      return text;
    case 'date':
      return positionOfDate(text)?.toString() ?? text;
    case 'time':
      return nanosecondsOfTime(text).toString();
    case 'timestamp': {
      const [date = '', time = ''] = text.replace(/Z$/, '').split('T');
      const days = positionOfDate(date);
      return days === null ? text : (days * nanosecondsOfDay + nanosecondsOfTime(time)).toString();
    }
    default:
      return null;
  }
}

const nanosecondsOfDay = 86_400_000_000_000n;

function nanosecondsOfTime(text: string): bigint {
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] =
    /^(\d+):(\d+):(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const whole = (BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  return whole * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Days since 1970 in the Gregorian calendar, which reaches back for ever; JavaScript's dates end too early. */
function positionOfDate(text: string): bigint | null {
  const match = /^(\d+)-(\d\d)-(\d\d)( \(BC\))?$/.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day = '', era] = match;
  // Counted from March, so that a leap day is the last of its year, in cycles of 400 years that are all alike.
  const astronomical = era === undefined ? BigInt(year) : 1n - BigInt(year);
  const fromMarch = (BigInt(month) + 9n) % 12n;
  const years = BigInt(month) <= 2n ? astronomical - 1n : astronomical;
  const cycle = years >= 0n ? years / 400n : (years - 399n) / 400n;
  const yearOfCycle = years - cycle * 400n;
  const dayOfYear = (153n * fromMarch + 2n) / 5n + BigInt(day) - 1n;
  const dayOfCycle = yearOfCycle * 365n + yearOfCycle / 4n - yearOfCycle / 100n + dayOfYear;
  const daysToEpoch = 719_468n;
  return cycle * 146_097n + dayOfCycle - daysToEpoch;
}
