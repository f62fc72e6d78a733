import { epochPrecision } from '../epoch-precision.ts';
import { type Format, type PatternFormat, patternLetters } from '../format.ts';
import type { LogicalType } from '../logical-type.ts';

/** What a value becomes when it is read with a format, or why the format does not suit. */
export type FormatReading =
  | { readonly suits: true; readonly type: LogicalType }
  | { readonly suits: false; readonly detail: string };

/** Reads text or a number beside a date, a time or a timestamp. */
export function readWithFormat(format: Format, own: LogicalType, peer: LogicalType): FormatReading {
  switch (format.kind) {
    case 'encoding':
      return unsuitable('hex and base64 say how bytes are written, not dates and times.');
    case 'epoch':
      if (peer.kind === 'time')
        return unsuitable('An epoch is a point in time, but the other side is a time of day.');
      // An epoch counts from an instant, so it is zoned.
      return {
        suits: true,
        type: { kind: 'timestamp', precision: epochPrecision(format, own), zoned: true },
      };
    case 'pattern':
      return readWithPattern(format, own, peer);
  }
}

function readWithPattern(format: PatternFormat, own: LogicalType, peer: LogicalType): FormatReading {
  if ((peer.kind === 'time') !== (format.reads === 'time')) {
    return unsuitable(
      peer.kind === 'time'
        ? 'The pattern reads a date, but the other side is a time of day: write the time alone, like HH:mm:ss.'
        : 'The pattern reads a time without a date, but the other side has a date: add year, month and day.',
    );
  }
  if (own.kind !== 'string' && !(isWhole(own) && readsDigits(format))) {
    return unsuitable(
      isWhole(own)
        ? 'A whole number is read with a pattern of digits alone that starts with the year, like yyyyMMdd, or as an epoch.'
        : 'A number with a fraction is read as epoch_s, epoch_ms or epoch_us.',
    );
  }
  return { suits: true, type: patternType(format) };
}

function patternType({ reads, precision, zoned }: PatternFormat): LogicalType {
  switch (reads) {
    case 'date':
      return { kind: 'date' };
    case 'time':
      return { kind: 'time', precision };
    case 'timestamp':
      return { kind: 'timestamp', precision, zoned };
  }
}

function isWhole(type: LogicalType): boolean {
  return type.kind === 'long' || (type.kind === 'decimal' && type.scale === 0);
}

/** Whether a number, whose text has no leading zeros, can be read so: 20240131 with yyyyMMdd, never 31012024. */
function readsDigits({ tokens }: PatternFormat): boolean {
  const [first] = tokens;
  return (
    first?.kind === 'field' &&
    first.letters === 'yyyy' &&
    tokens.every((token) =>
      token.kind === 'field' ? patternLetters[token.letters].digits !== null : token.kind === 'fraction',
    )
  );
}

function unsuitable(detail: string): FormatReading {
  return { suits: false, detail };
}
