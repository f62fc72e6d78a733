import type { Binding, ChoiceId } from '../binding.ts';
import type { BySide } from '../by-side.ts';
import { canonicalTexts, isWrittenKind } from '../canonical-text.ts';
import type { Format } from '../format.ts';
import type { LogicalKind, LogicalType } from '../logical-type.ts';
import { printLogicalType } from '../logical-type-text.ts';
import { familyOf, isNumeric } from '../logical-type-traits.ts';
import { parseFormat } from '../parse-format.ts';
import type { DiagnosticCode } from '../resolution.ts';
import { dateTimeExamples, encodingExamples } from './format-examples.ts';
import { readWithFormat } from './format-reading.ts';

/** What a side is once it is read as a choice says. */
export interface Reading {
  readonly binding: Binding;
  readonly type: LogicalType;
  /** What is done to the values; null where nothing is. */
  readonly remark: Remark | null;
}

export interface Remark {
  readonly code: DiagnosticCode;
  readonly detail: string;
}

type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Remark };

export interface ChoiceKind {
  label(types: BySide<LogicalType>): string;
  /** Formats that resolve this pair; empty where the choice takes none. */
  formatExamples(types: BySide<LogicalType>): readonly string[];
  lossy(types: BySide<LogicalType>): boolean;
  read(own: LogicalType, peer: LogicalType, format: string): Tried<Reading>;
}

export const choiceKinds: Record<ChoiceId, ChoiceKind> = {
  asPeerNumeric: {
    label: (types) =>
      has(types, 'boolean')
        ? 'Compare as numbers: true is 1, false is 0'
        : 'Compare as numbers: read the text as a number',
    formatExamples: () => [],
    // '7' and '007' are the same number; true and false stay apart.
    lossy: (types) => has(types, 'string'),
    read: (own, peer, format) => (format === '' ? readAsNumber(own, peer) : formatNotTaken('asPeerNumeric')),
  },

  asPeerDateTime: {
    label: (types) =>
      has(types, 'string')
        ? 'Compare as dates and times: read the text with a format'
        : 'Compare as dates and times: read the number with a format',
    formatExamples: dateTimeExamples,
    // A format can take '1' and '01' alike, and the coarser side decides how many fractional digits count.
    lossy: () => true,
    read: readAsDateTime,
  },

  asText: {
    label: (types) =>
      has(types, 'binary') ? 'Compare as text: write the bytes in an encoding' : 'Compare as text',
    formatExamples: (types) => (has(types, 'binary') ? encodingExamples : []),
    // Hex is the same in either letter case; all other text is taken as it is.
    lossy: (types) => has(types, 'binary'),
    read(own, peer, format) {
      if (own.kind === 'binary' || peer.kind === 'binary') return readAsEncodedText(own, format);
      return format === '' ? readAsText(own) : formatNotTaken('asText');
    },
  },
};

function readAsNumber(own: LogicalType, peer: LogicalType): Tried<Reading> {
  if (isNumeric(own)) return reading(own, 'none', '');
  if (own.kind === 'string') {
    const rest =
      peer.kind === 'double'
        ? 'so are NaN and Infinity; other text is unconvertible.'
        : `text that is no number, or one that ${printLogicalType(peer)} cannot hold exactly, is unconvertible.`;
    const detail = `Text is read as a number: 007 is 7, .5 is 0.5, 1e3 is 1000; ${rest}`;
    return reading(peer, 'to_peer_numeric', '', { code: 'read_as_number', detail });
  }
  // 1 and 0 have a type of their own: decimal(2,2), say, cannot hold a 1.
  const bit: LogicalType = peer.kind === 'double' ? peer : { kind: 'decimal', precision: 1, scale: 0 };
  const remark: Remark = { code: 'read_as_number', detail: 'true is read as 1 and false as 0.' };
  return reading(bit, 'to_peer_numeric', '', remark);
}

function readAsDateTime(own: LogicalType, peer: LogicalType, format: string): Tried<Reading> {
  if (familyOf(own) === 'temporal') return reading(own, 'none', '');
  const given = givenFormat(format, dateTimeExamples({ source: own, target: peer }));
  if (!given.ok) return given;
  const read = readWithFormat(given.value, own, peer);
  if (!read.suits) return refuse('format_unsuitable', `The format ${format} does not suit: ${read.detail}`);
  return reading(read.type, read.type.kind === 'date' ? 'to_date' : 'to_timestamp', format, {
    code: 'read_with_format',
    detail: `Values are read with the format ${format}; one that does not match it is unconvertible.`,
  });
}

function readAsText(own: LogicalType): Tried<Reading> {
  if (!isWrittenKind(own.kind)) return reading(own, 'none', '');
  const detail = `Values are ${canonicalTexts[own.kind]}.`;
  return reading({ kind: 'string' }, 'to_string', '', { code: 'written_as_text', detail });
}

/** Both sides are brought to one spelling, so that hex agrees in either letter case. */
function readAsEncodedText(own: LogicalType, format: string): Tried<Reading> {
  const given = givenFormat(format, encodingExamples);
  if (!given.ok) return given;
  if (given.value.kind !== 'encoding') {
    return refuse(
      'format_unsuitable',
      `The format ${format} does not say how bytes are written: use hex or base64.`,
    );
  }
  const spelling = encodingSpellings[given.value.encoding];
  const detail =
    own.kind === 'binary'
      ? `Bytes are written as ${spelling}.`
      : `Text is read as ${spelling}; other text is unconvertible.`;
  return reading({ kind: 'string' }, 'to_string', format, { code: 'written_as_text', detail });
}

const encodingSpellings = {
  hex: 'hex digits, in either letter case, with or without 0x or \\x before them',
  base64: 'base64 (RFC 4648, with padding), line breaks aside',
} as const;

function givenFormat(format: string, examples: readonly string[]): Tried<Format> {
  if (format === '')
    return refuse('format_required', `Give the format of the values, such as ${examples.join(', ')}.`);
  const read = parseFormat(format);
  if (read.ok) return read;
  const { position, detail } = read.fault;
  return refuse('format_invalid', `The format ${format} is wrong at position ${position}: ${detail}`);
}

function formatNotTaken(choiceId: ChoiceId): Tried<never> {
  return refuse('format_not_applicable', `${choiceId} takes no format for these fields: leave it empty.`);
}

function reading(
  type: LogicalType,
  transform: Binding['transform'],
  format: string,
  remark: Remark | null = null,
): Tried<Reading> {
  return { ok: true, value: { type, binding: Object.freeze({ transform, format }), remark } };
}

function refuse(code: DiagnosticCode, detail: string): Tried<never> {
  return { ok: false, fault: { code, detail } };
}

function has(types: BySide<LogicalType>, kind: LogicalKind): boolean {
  return types.source.kind === kind || types.target.kind === kind;
}
