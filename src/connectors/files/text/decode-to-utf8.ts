import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../domain/app-error.ts';
import { lineOfByte } from './raw-chunks.ts';
import type { TextSource } from './text-source.ts';

/**
 * The chunks of a text as UTF-8. Whatever is not text in the source's encoding is an error that names the place.
 * `complete`: a character cut off at the end is an error too.
 */
export function decodeToUtf8(
  source: TextSource,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  complete: boolean,
): AsyncGenerator<Uint8Array> {
  if (source.encoding === 'utf-8') return checkedUtf8(source, chunks, complete);
  if (source.encoding === 'iso-8859-1') return fromLatin1(chunks);
  return fromOther(source, chunks, complete);
}

async function* checkedUtf8(
  source: TextSource,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  complete: boolean,
): AsyncGenerator<Uint8Array> {
  let carried = new Uint8Array();
  let offset = source.markBytes;
  for await (const chunk of chunks) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = bytes.length - cutOffBytes(bytes);
    const text = bytes.subarray(0, whole);
    if (!isUtf8(text)) throw await notUtf8(source, text, offset);
    offset += whole;
    carried = Uint8Array.from(bytes.subarray(whole));
    if (whole > 0) yield text;
  }
  if (complete && carried.length > 0) throw await notUtf8(source, carried, offset);
}

/** How many bytes at the end begin a character that the chunk does not finish. */
function cutOffBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

async function notUtf8(source: TextSource, bytes: Uint8Array, offset: number): Promise<AppError> {
  // The longest valid beginning, by halving: every prefix of valid UTF-8 is valid but for a cut-off character.
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const prefix = bytes.subarray(0, middle);
    if (isUtf8(prefix.subarray(0, prefix.length - cutOffBytes(prefix)))) good = middle;
    else bad = middle;
  }
  // A character that breaks off is at fault from its first byte on.
  const at = good - cutOffBytes(bytes.subarray(0, good));
  const line = await lineOfByte(source.file, source.compression, offset + at);
  const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  const where =
    source.compression === null ? `byte ${offset + at}` : `byte ${offset + at} of the unpacked text`;
  return new AppError('dataset_encoding_invalid', {
    detail:
      `${source.file} is not UTF-8: ${where} (0x${hex}), in line ${line}, is not part of a character. ` +
      'Declare its encoding (encoding=windows-1252, iso-8859-1, utf-16le or utf-16be), or convert it to UTF-8.',
  });
}

async function* fromLatin1(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield Buffer.from(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'), 'utf8');
  }
}

async function* fromOther(
  source: TextSource,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  complete: boolean,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(source.encoding, { fatal: true, ignoreBOM: true });
  let read = source.markBytes;
  try {
    for await (const chunk of chunks) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
      read += chunk.length;
    }
    if (complete) decoder.decode();
  } catch (cause) {
    // What the chunks themselves throw is passed on; the decoder throws a TypeError and nothing else.
    if (!(cause instanceof TypeError)) throw cause;
    throw new AppError(
      'dataset_encoding_invalid',
      {
        detail: `${source.file} is not ${source.encoding}: after byte ${read} there are bytes that are no characters. Declare the encoding that it has, or convert it to UTF-8.`,
      },
      { cause },
    );
  }
}
