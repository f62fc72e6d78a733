import type { FormatToken, PatternFormat, PatternLetters } from '../../../domain/comparison/format.ts';
import { formatShape } from '../../../domain/comparison/format-shape.ts';
import { call, cast, isMatch, letBe, textLiteral } from './lexical.ts';
import { timestampOfCount, type Unit } from './timestamps.ts';

/**
 * Text is read with strptime only after it has matched the exact shape of its pattern, because strptime takes missing
 * digits and more. The fraction and the offset are read apart: strptime rounds the ninth digit away beside an offset,
 * and knows no `Z`.
 */
export function parsedDate(format: PatternFormat, text: string, unit: Unit): string {
  return cast(parsedTimestamp(format, text, unit), 'DATE');
}

export function parsedTime(format: PatternFormat, text: string, unit: Unit): string {
  return cast(parsedTimestamp(format, text, unit), unit.time);
}

/** A timestamp of UTC where the text carries an offset, else as written; NULL where it is none. */
export function parsedTimestamp(format: PatternFormat, text: string, unit: Unit): string {
  // strptime skips white space at the start of a text, and then misses it.
  const code = textLiteral(format.tokens.map(codeOf).join('').trimStart());
  const runs = runsOf(format);
  const read = runs.every(({ kind }) => kind === 'wall')
    ? cast(call('try_strptime', `ltrim(${text})`, code), unit.timestamp)
    : letBe('part', splitUp(runs, text), (part) => put(runs, code, part, unit));
  return `CASE WHEN ${isMatch(text, formatShape(format))} THEN ${read} END`;
}

/** A run of tokens that are treated alike, with its shape, free of groups. */
interface Run {
  readonly kind: 'wall' | 'shortYear' | 'fraction' | 'offset';
  readonly shape: string;
}

/** The strptime code of each part; offsets have none. */
const codes: Record<PatternLetters, string | null> = {
  yyyy: '%Y',
  yy: '%Y',
  MM: '%m',
  M: '%m',
  MMM: '%b',
  MMMM: '%B',
  dd: '%d',
  d: '%d',
  HH: '%H',
  H: '%H',
  hh: '%I',
  h: '%I',
  mm: '%M',
  ss: '%S',
  a: '%p',
  X: null,
  XX: null,
  XXX: null,
  Z: null,
};

function codeOf(token: FormatToken): string {
  switch (token.kind) {
    case 'literal':
      return token.text.replaceAll('%', '%%');
    case 'fraction':
      return '';
    case 'field':
      return codes[token.letters] ?? '';
  }
}

/** A struct of the texts of all runs: `p1`, `p2` and so on. */
function splitUp(runs: readonly Run[], text: string): string {
  const pattern = runs.map(({ shape }) => `(${shape})`).join('');
  const names = runs.map((_, index) => `'p${index + 1}'`).join(', ');
  return call('regexp_extract', text, textLiteral(`^${pattern}$`), `[${names}]`);
}

/** The wall clock without fraction and offset, then the fraction added and the offset taken off, in whole units. */
function put(runs: readonly Run[], code: string, part: string, unit: Unit): string {
  const pieces = runs.map(({ kind }, index) => ({ kind, text: `${part}.p${index + 1}` }));
  const wall = pieces
    .filter(({ kind }) => kind === 'wall' || kind === 'shortYear')
    .map(({ kind, text }) => (kind === 'shortYear' ? `'20' || ${text}` : text))
    .join(' || ');
  const seconds = `${cast(`epoch_us(${call('try_strptime', `ltrim(${wall})`, code)})`, 'HUGEINT')} // 1000000`;
  const offset = pieces.find(({ kind }) => kind === 'offset');
  const fraction = pieces.find(({ kind }) => kind === 'fraction');
  const instant = offset === undefined ? seconds : `(${seconds} - ${offsetSeconds(offset.text)})`;
  const rest = fraction === undefined ? '0' : cast(`rpad(${fraction.text}, ${unit.digits}, '0')`, 'HUGEINT');
  return timestampOfCount(`${instant} * 1${'0'.repeat(unit.digits)} + ${rest}`, unit);
}

/** `Z`, `+01`, `+0130` and `+01:30` as seconds east of UTC. */
function offsetSeconds(text: string): string {
  return letBe('zone', `replace(${text}, ':', '')`, (zone) => {
    const hours = cast(`${zone}[2:3]`, 'INTEGER');
    const minutes = cast(`rpad(${zone}[4:5], 2, '0')`, 'INTEGER');
    const seconds = `(${hours} * 3600 + ${minutes} * 60)`;
    return `CASE ${zone}[1] WHEN 'Z' THEN 0 WHEN '-' THEN -${seconds} ELSE ${seconds} END`;
  });
}

function runsOf(format: PatternFormat): readonly Run[] {
  const runs: Run[] = [];
  for (const token of format.tokens) {
    const kind = kindOf(token);
    const shape = ungrouped(token, formatShape({ ...format, tokens: [token] }));
    const last = runs.at(-1);
    if (last?.kind === 'wall' && kind === 'wall') runs[runs.length - 1] = { kind, shape: last.shape + shape };
    else runs.push({ kind, shape });
  }
  return runs;
}

function kindOf(token: FormatToken): Run['kind'] {
  if (token.kind === 'fraction') return 'fraction';
  if (token.kind === 'literal') return 'wall';
  if (token.letters === 'yy') return 'shortYear';
  return codes[token.letters] === null ? 'offset' : 'wall';
}

function ungrouped(token: FormatToken, shape: string): string {
  return token.kind === 'literal' ? shape : `(?:${shape.replace(/\((?!\?)/g, '(?:')})`;
}
