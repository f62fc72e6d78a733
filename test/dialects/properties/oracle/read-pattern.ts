import type { PatternFormat, PatternLetters } from '../../../../src/domain/comparison/format.ts';
import { midnight, offsetNanoseconds, timeOfDay } from './time.ts';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Not `(?i:…)`, which in Node 24.21 comes to mean nothing in a process that has made some thousand patterns with it. */
function inAnyCase(...words: readonly string[]): string {
  return words
    .map((word) => [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join(''))
    .join('|');
}

const shapes: Record<PatternLetters, string> = {
  yyyy: '\\d{4}',
  yy: '\\d{2}',
  MM: '\\d{2}',
  M: '\\d{1,2}',
  MMM: inAnyCase(...months.map((month) => month.slice(0, 3))),
  MMMM: inAnyCase(...months),
  dd: '\\d{2}',
  d: '\\d{1,2}',
  HH: '\\d{2}',
  H: '\\d{1,2}',
  hh: '\\d{2}',
  h: '\\d{1,2}',
  mm: '\\d{2}',
  ss: '\\d{2}',
  a: inAnyCase('am', 'pm'),
  X: 'Z|[+-]\\d{2}(?:\\d{2})?',
  XX: 'Z|[+-]\\d{4}',
  XXX: 'Z|[+-]\\d{2}:\\d{2}',
  Z: '[+-]\\d{4}',
};

/** 18 hours, as in Java; none in use is further than 14. */
const furthestOffset = 18n * 3_600_000_000_000n;

/** Nanoseconds since 1970 (or since midnight, for a time alone) of a text that matches the pattern; null for others. */
export function readPattern(text: string, format: PatternFormat): bigint | null {
  const fields: string[] = [];
  const source = format.tokens.map((token) => {
    if (token.kind === 'literal') return token.text.replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&');
    fields.push(token.kind === 'fraction' ? 'fraction' : token.letters);
    return `(${token.kind === 'fraction' ? `\\d{${token.digits}}` : shapes[token.letters]})`;
  });
  const match = new RegExp(`^${source.join('')}$`, 'u').exec(text);
  if (match === null) return null;
  const found = new Map(fields.map((field, index) => [field, match[index + 1] ?? '']));
  const time = timeIn(found);
  const day = format.reads === 'time' ? 0n : dayIn(found);
  if (time === null || day === null) return null;
  const offset = ['X', 'XX', 'XXX', 'Z']
    .map((letters) => found.get(letters))
    .find((value) => value !== undefined);
  const shift = offsetNanoseconds(offset ?? '');
  return shift > furthestOffset || shift < -furthestOffset ? null : day + time - shift;
}

function dayIn(found: ReadonlyMap<string, string>): bigint | null {
  const year = found.has('yy') ? 2000 + Number(found.get('yy')) : Number(found.get('yyyy'));
  const name = (found.get('MMM') ?? found.get('MMMM'))?.toLowerCase();
  const month =
    name === undefined
      ? Number(found.get('MM') ?? found.get('M'))
      : months.findIndex((candidate) => candidate.startsWith(name)) + 1;
  // Year 0 is not a year of the calendars that our engines share.
  return year < 1 ? null : midnight(year, month, Number(found.get('dd') ?? found.get('d')));
}

function timeIn(found: ReadonlyMap<string, string>): bigint | null {
  const half = found.get('a')?.toLowerCase();
  let hours = Number(found.get('HH') ?? found.get('H') ?? found.get('hh') ?? found.get('h') ?? '0');
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half === 'pm' ? 12 : 0);
  }
  return timeOfDay(
    hours,
    Number(found.get('mm') ?? '0'),
    Number(found.get('ss') ?? '0'),
    found.get('fraction') ?? '',
  );
}
