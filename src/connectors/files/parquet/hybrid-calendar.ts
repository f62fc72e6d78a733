import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { refuse, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { SqlSession } from '../../../engine/sql-session.ts';

/**
 * Which days of a file are counted by the hybrid calendar: Julian before 1582-10-15, Gregorian from then on. Spark did
 * so before 3.0 (INT96: before 3.1), does so when its legacy mode is on, and says so in the footer. Everyone else counts
 * by the Gregorian calendar throughout.
 */
export interface FileCalendar {
  readonly dates: Calendar;
  readonly int96: Calendar;
  /** Whether the writer's clock was UTC's; timestamps before 1900 hang on it. */
  readonly inUtc: boolean;
}

export type Calendar = 'gregorian' | 'hybrid';

export function countsHybrid({ dates, int96 }: FileCalendar): boolean {
  return dates === 'hybrid' || int96 === 'hybrid';
}

/** What Spark says about itself in a footer. */
const sparkKeys = {
  version: 'org.apache.spark.version',
  zone: 'org.apache.spark.timeZone',
  legacyDates: 'org.apache.spark.legacyDateTime',
  legacyInt96: 'org.apache.spark.legacyINT96',
} as const;

export async function readFileCalendar(
  session: SqlSession,
  path: string,
  signal?: AbortSignal,
): Promise<FileCalendar> {
  const keys = Object.values(sparkKeys).map((key) => `${textLiteral(key)}::BLOB`);
  const sql = `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata(${textLiteral(path)}) WHERE key IN (${keys.join(', ')})`;
  const rows = await session.query({ sql }, { signal });
  const said = new Map(rows.map((row) => [String(row.key), String(row.value)]));
  const version = said.get(sparkKeys.version);
  const calendar = (legacyKey: string, firstGregorian: readonly [number, number]): Calendar =>
    said.has(legacyKey) || (version !== undefined && isBefore(version, firstGregorian))
      ? 'hybrid'
      : 'gregorian';
  return {
    dates: calendar(sparkKeys.legacyDates, [3, 0]),
    int96: calendar(sparkKeys.legacyInt96, [3, 1]),
    inUtc: /^((Etc\/)?(UTC|GMT|UCT|Zulu)|Z)$/i.test(said.get(sparkKeys.zone) ?? ''),
  };
}

function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/**
 * From these days since 1970 on, a date of the Julian calendar has the same year, month and day as the Gregorian one so
 * many days later: 1 January of the year 1, then every 1 March of a century that is a leap year to Julius alone.
 */
const shifts: readonly (readonly [number, number])[] = [
  [-719_164, 2],
  [-682_945, 1],
  [-646_420, 0],
  [-609_895, -1],
  [-536_845, -2],
  [-500_320, -3],
  [-463_795, -4],
  [-390_745, -5],
  [-354_220, -6],
  [-317_695, -7],
  [-244_645, -8],
  [-208_120, -9],
  [-171_595, -10],
];

/** 1582-10-15, the first day that both calendars count alike. */
const firstGregorianDay = -141_427;

const microsecondsPerDay = 86_400_000_000n;
/** Before 1900-01-01 the clocks of zones were told otherwise by the writer's calendar than they are today. */
const firstSettledInstant = -25_567n * microsecondsPerDay;

/** The date that was meant, on the Gregorian calendar. */
export function gregorianDate(x: string, name: string): string {
  const day = `datediff('day', DATE '1970-01-01', ${x})`;
  return `CASE WHEN isfinite(${x}) AND ${day} < ${firstGregorianDay} THEN ${x} + ${shiftOf(day, name)} ELSE ${x} END`;
}

/** The timestamp that was meant. Where that hangs on the writer's zone, reading fails instead of guessing. */
export function gregorianTimestamp(
  x: string,
  name: string,
  nativeType: 'TIMESTAMP' | 'TIMESTAMP WITH TIME ZONE',
  inUtc: boolean,
): string {
  const count = `epoch_us(${x})`;
  if (!inUtc) {
    const refusal = `${name} holds timestamps before 1900 that Spark counted by its old calendar in a zone that the file does not name as UTC: write the file again with Spark 3 in corrected mode`;
    return `CASE WHEN isfinite(${x}) AND ${count} < ${firstSettledInstant} THEN ${refuse(refusal)} ELSE ${x} END`;
  }
  const make = nativeType === 'TIMESTAMP' ? 'make_timestamp' : 'make_timestamptz';
  const day = `((${count} - ((${count} % ${microsecondsPerDay}) + ${microsecondsPerDay}) % ${microsecondsPerDay}) // ${microsecondsPerDay})`;
  const meant = `${make}(${count} + ${shiftOf(day, name)} * ${microsecondsPerDay})`;
  return `CASE WHEN isfinite(${x}) AND ${day} < ${firstGregorianDay} THEN ${meant} ELSE ${x} END`;
}

function shiftOf(day: string, name: string): string {
  const cases = shifts.toReversed().map(([from, shift]) => `WHEN ${day} >= ${from} THEN ${shift}`);
  const refusal = `${name} holds days before the year 1 of the Julian calendar, which are not read`;
  return `CAST(CASE ${cases.join(' ')} ELSE ${refuse(refusal)} END AS INTEGER)`;
}

/** Whether there are days inside a value of this type. */
export function holdsDays(type: LogicalType): boolean {
  switch (type.kind) {
    case 'date':
    case 'timestamp':
      return true;
    case 'struct':
      return type.fields.some((field) => holdsDays(field.type));
    case 'list':
      return holdsDays(type.element);
    case 'map':
      return holdsDays(type.key) || holdsDays(type.value);
    default:
      return false;
  }
}
