import type { TextEncoding } from '../reading-options.ts';

export type DetectedEncoding =
  | { readonly encoding: TextEncoding; readonly markBytes: number }
  | { readonly encoding: null; readonly name: string };

const marks: readonly {
  readonly bytes: readonly number[];
  readonly encoding: TextEncoding | null;
  readonly name: string;
}[] = [
  // Before UTF-16, whose mark it begins with.
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: null, name: 'UTF-32' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: null, name: 'UTF-32' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8', name: 'UTF-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le', name: 'UTF-16' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be', name: 'UTF-16' },
];

/**
 * A byte order mark decides; then the declaration; then the zero bytes that UTF-16 puts beside every ASCII character;
 * else UTF-8. One-byte encodings cannot be told apart by looking, so they are never guessed.
 */
export function detectEncoding(head: Uint8Array, declared: TextEncoding | undefined): DetectedEncoding {
  const mark = marks.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  // A one-byte text may begin with the bytes of a mark (`ÿþ`); a declaration of one is believed.
  const declaredOneByte = declared === 'windows-1252' || declared === 'iso-8859-1';
  if (mark !== undefined && !declaredOneByte) {
    return mark.encoding === null
      ? { encoding: null, name: mark.name }
      : { encoding: mark.encoding, markBytes: mark.bytes.length };
  }
  return { encoding: declared ?? utf16ByZeros(head) ?? 'utf-8', markBytes: 0 };
}

function utf16ByZeros(head: Uint8Array): TextEncoding | null {
  const looked = head.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [index, byte] of looked.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Delimiters and line breaks alone are a good part of any table; a stray NUL in UTF-8 is far below a fifth.
  const enough = looked.length / 5 / 2;
  if (odd > enough && even === 0) return 'utf-16le';
  if (even > enough && odd === 0) return 'utf-16be';
  return null;
}
