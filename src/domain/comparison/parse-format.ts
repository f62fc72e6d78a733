import {
  type Format,
  type FormatToken,
  maxFormatLength,
  namedFormats,
  type PatternFormat,
  type PatternLetters,
  type PatternPart,
  patternLetters,
} from './format.ts';
import { type Parsed, type ParseFault, parsed, unreadable } from './parsed.ts';

/** Reads a format: a named one, or a date-time pattern. A fault says where it is and what is wrong there. */
export function parseFormat(text: string): Parsed<Format> {
  const named = namedFormats.get(text);
  if (named !== undefined) return parsed(named);
  const points = [...text];
  if (points.length === 0) return unreadable(0, 'The format is empty.');
  if (points.length > maxFormatLength) {
    return unreadable(maxFormatLength, `A format has at most ${maxFormatLength} characters.`);
  }
  if (/^epoch/i.test(text)) {
    return unreadable(0, 'There is no such epoch format; there are epoch_s, epoch_ms and epoch_us.');
  }
  const tokens = tokenize(points);
  if (!tokens.ok) return tokens;
  const fault = faultOf(tokens.value, points.length);
  return fault === null ? parsed(patternOf(tokens.value)) : { ok: false, fault };
}

/** A token with the place where it starts, for faults. */
interface PlacedToken {
  readonly token: FormatToken;
  readonly position: number;
}

const dateParts = ['year', 'month', 'day'] as const;
const timeParts = ['hour', 'minute', 'second', 'fraction'] as const;

function patternOf(placed: readonly PlacedToken[]): PatternFormat {
  const tokens = placed.map(({ token }) => Object.freeze(token));
  const parts = new Set(tokens.map(partOf));
  const hasDate = parts.has('year');
  const hasTime = parts.has('hour');
  const fraction = tokens.find((token) => token.kind === 'fraction');
  return Object.freeze({
    kind: 'pattern',
    tokens: Object.freeze(tokens),
    reads: hasDate ? (hasTime ? 'timestamp' : 'date') : 'time',
    precision: fraction?.digits ?? 0,
    zoned: parts.has('offset'),
  });
}

function tokenize(points: readonly string[]): Parsed<readonly PlacedToken[]> {
  const tokens: PlacedToken[] = [];
  let at = 0;
  while (at < points.length) {
    const next = readToken(points, at);
    if (!next.ok) return next;
    const { token, end } = next.value;
    const last = tokens.at(-1);
    // Neighbouring literals are one: `':'mm` and `:mm` are the same pattern.
    if (token.kind === 'literal' && last?.token.kind === 'literal') {
      tokens[tokens.length - 1] = { ...last, token: { kind: 'literal', text: last.token.text + token.text } };
    } else {
      tokens.push({ token, position: at });
    }
    at = end;
  }
  return parsed(tokens);
}

function readToken(
  points: readonly string[],
  at: number,
): Parsed<{ readonly token: FormatToken; readonly end: number }> {
  const point = points[at] ?? '';
  if (point === "'") return readQuoted(points, at);
  if (/^[A-Za-z]$/.test(point)) return readLetters(points, at);
  if ('[]{}#'.includes(point)) {
    return unreadable(
      at,
      `\`${point}\` is reserved by the pattern language and not supported here: quote it as '${point}'.`,
    );
  }
  return parsed({ token: { kind: 'literal', text: point }, end: at + 1 });
}

/** `''` is a quote; anything between two quotes stands for itself, with `''` for a quote inside. */
function readQuoted(
  points: readonly string[],
  start: number,
): Parsed<{ readonly token: FormatToken; readonly end: number }> {
  if (points[start + 1] === "'") return parsed({ token: { kind: 'literal', text: "'" }, end: start + 2 });
  let text = '';
  for (let at = start + 1; at < points.length; at += 1) {
    if (points[at] !== "'") {
      text += points[at];
    } else if (points[at + 1] === "'") {
      text += "'";
      at += 1;
    } else {
      return parsed({ token: { kind: 'literal', text }, end: at + 1 });
    }
  }
  return unreadable(start, "The quoted text is never closed. End it with '.");
}

function readLetters(
  points: readonly string[],
  start: number,
): Parsed<{ readonly token: FormatToken; readonly end: number }> {
  const letter = points[start] ?? '';
  let end = start;
  while (points[end] === letter) end += 1;
  const letters = points.slice(start, end).join('');
  if (letter === 'S' && letters.length <= 9)
    return parsed({ token: { kind: 'fraction', digits: letters.length }, end });
  if (isPatternLetters(letters)) return parsed({ token: { kind: 'field', letters }, end });
  return unreadable(start, whyUnsupported(letter, letters));
}

function whyUnsupported(letter: string, letters: string): string {
  if (letter === 'S') return 'A second has at most nine fractional digits: SSSSSSSSS.';
  const supported = Object.keys(patternLetters).filter((known) => known.startsWith(letter));
  if (supported.length > 0) return `\`${letters}\` is not supported; write ${supported.join(' or ')}.`;
  return `The letter \`${letter}\` is not supported. A letter that stands for itself is quoted: '${letter}'.`;
}

/** The first thing wrong with the tokens as a whole, by place. */
function faultOf(tokens: readonly PlacedToken[], end: number): ParseFault | null {
  const seen = new Map<PatternPart, PlacedToken>();
  for (const [index, placed] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before && hasOpenWidth(before.token) && startsWithDigit(placed.token)) {
      return fault(
        placed,
        'Digits follow a part whose number of digits is open: put a separator between them.',
      );
    }
    const part = partOf(placed.token);
    if (part === null) continue;
    if (seen.has(part)) return fault(placed, `The ${partNames[part]} is there already.`);
    seen.set(part, placed);
  }
  return missingPart(seen, end);
}

function missingPart(seen: ReadonlyMap<PatternPart, PlacedToken>, end: number): ParseFault | null {
  const missing = (part: PatternPart, why: string) => ({
    position: end,
    detail: `The ${partNames[part]} is missing: ${why}`,
  });
  const hour = seen.get('hour');
  const halfDay = seen.get('halfDay');
  if (dateParts.some((part) => seen.has(part))) {
    const absent = dateParts.find((part) => !seen.has(part));
    if (absent) return missing(absent, 'a date has year, month and day.');
  }
  // Each finer part of the time needs the coarser ones: minutes without hours say nothing.
  const finest = timeParts.findLastIndex((part) => seen.has(part));
  const absent = timeParts.slice(0, Math.max(finest, 0)).find((part) => !seen.has(part));
  if (absent) return missing(absent, `there is a ${partNames[timeParts[finest] ?? 'hour']} without it.`);
  if (halfDay && !hour) return missing('hour', 'AM or PM needs the letter h or hh.');
  const twelveHours = hour?.token.kind === 'field' && hour.token.letters.startsWith('h');
  if (twelveHours && !halfDay)
    return fault(hour, 'Hours from 1 to 12 need AM or PM: add the letter a, or write HH.');
  if (hour && halfDay && !twelveHours)
    return fault(halfDay, 'Hours from 0 to 23 take no AM or PM: write hh, or leave a out.');
  const offset = seen.get('offset');
  if (offset && !(seen.has('year') && hour))
    return fault(offset, 'An offset needs a date and a time beside it.');
  if (!seen.has('year') && !hour)
    return { position: 0, detail: 'The pattern reads neither a date nor a time.' };
  return null;
}

function partOf(token: FormatToken): PatternPart | null {
  if (token.kind === 'literal') return null;
  return token.kind === 'fraction' ? 'fraction' : patternLetters[token.letters].part;
}

/** `d` takes one or two digits, and `X` two or four: what follows must not be a digit. */
function hasOpenWidth(token: FormatToken): boolean {
  if (token.kind !== 'field') return false;
  const { digits } = patternLetters[token.letters];
  return token.letters === 'X' || (digits !== null && digits[0] !== digits[1]);
}

function startsWithDigit(token: FormatToken): boolean {
  if (token.kind === 'literal') return /^[0-9]/.test(token.text);
  return token.kind === 'fraction' || patternLetters[token.letters].digits !== null;
}

function isPatternLetters(letters: string): letters is PatternLetters {
  return Object.hasOwn(patternLetters, letters);
}

function fault(placed: PlacedToken, detail: string): ParseFault {
  return { position: placed.position, detail };
}

const partNames: Record<PatternPart, string> = {
  year: 'year',
  month: 'month',
  day: 'day',
  hour: 'hour',
  minute: 'minute',
  second: 'second',
  fraction: 'fraction of a second',
  halfDay: 'half of the day',
  offset: 'offset',
};
