import { AppError } from '../../../domain/app-error.ts';
import type { TextEncoding } from '../reading-options.ts';
import type { Compression } from './compression.ts';
import { decodeToUtf8 } from './decode-to-utf8.ts';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.ts';
import { rawChunks } from './raw-chunks.ts';

/** A text file, with what stands between its bytes and UTF-8. */
export interface TextSource {
  readonly file: string;
  readonly compression: Compression | null;
  readonly encoding: TextEncoding;
  /** Bytes of the byte order mark, which is no part of the text. */
  readonly markBytes: number;
}

/** The engine can read the file as it is. */
export function isPlainUtf8(source: TextSource): boolean {
  return source.compression === null && source.encoding === 'utf-8';
}

/** Enough for the first records of any sane file, and small beside the memory that a comparison takes. */
const headBytes = 1 << 20;

/** Opens a text file: finds its encoding and returns its beginning. */
export async function openText(
  file: string,
  compression: Compression | null,
  declared: TextEncoding | undefined,
): Promise<{ readonly source: TextSource; readonly head: string; readonly headIsAll: boolean }> {
  const { bytes, isAll } = await firstBytes(file, compression);
  const detected: DetectedEncoding = detectEncoding(bytes, declared);
  if (detected.encoding === null) {
    throw new AppError('dataset_encoding_invalid', {
      detail: `${file} is in ${detected.name}, which is not read. Convert it to UTF-8.`,
    });
  }
  const source: TextSource = {
    file,
    compression,
    encoding: detected.encoding,
    markBytes: detected.markBytes,
  };
  const parts: Uint8Array[] = [];
  for await (const part of decodeToUtf8(source, [bytes.subarray(detected.markBytes)], isAll))
    parts.push(part);
  return { source, head: Buffer.concat(parts).toString('utf8'), headIsAll: isAll };
}

/** The whole text as UTF-8, chunk by chunk, without its byte order mark; every byte is checked. */
export async function* utf8Chunks(source: TextSource, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* decodeToUtf8(
    source,
    withoutMark(rawChunks(source.file, source.compression, signal), source.markBytes),
    true,
  );
}

async function firstBytes(
  file: string,
  compression: Compression | null,
): Promise<{ bytes: Buffer; isAll: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of rawChunks(file, compression)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= headBytes) return { bytes: Buffer.concat(parts), isAll: false };
  }
  return { bytes: Buffer.concat(parts), isAll: true };
}

async function* withoutMark(
  chunks: AsyncIterable<Uint8Array>,
  markBytes: number,
): AsyncGenerator<Uint8Array> {
  let skip = markBytes;
  for await (const chunk of chunks) {
    const skipped = Math.min(skip, chunk.length);
    skip -= skipped;
    if (chunk.length > skipped) yield chunk.subarray(skipped);
  }
}
