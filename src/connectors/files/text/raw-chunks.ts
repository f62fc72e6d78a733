import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError } from '../../../domain/app-error.ts';
import { unreadable } from '../locate-files.ts';
import { type Compression, decompressor } from './compression.ts';

const chunkBytes = 1 << 20;

/** The bytes of a file, unpacked; an end that comes too early and a wrong check sum are errors. */
export async function* rawChunks(
  file: string,
  compression: Compression | null,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(file, { highWaterMark: chunkBytes });
  const stream: Readable = compression === null ? packed : packed.pipe(decompressor(compression));
  // pipe() passes data on, but not errors.
  packed.on('error', (error) => stream.destroy(error));
  const stop = () => stream.destroy();
  signal?.addEventListener('abort', stop);
  try {
    for await (const chunk of stream) yield chunk;
    signal?.throwIfAborted();
  } catch (cause) {
    signal?.throwIfAborted();
    if (compression === null || isSystemError(cause)) throw unreadable(file, cause);
    throw new AppError(
      'dataset_unreadable',
      {
        detail: `${file} is damaged or incomplete: its ${compression} data breaks off or does not match its check sum after ${packed.bytesRead} bytes. Get a whole copy of it.`,
      },
      { cause },
    );
  } finally {
    signal?.removeEventListener('abort', stop);
    stream.destroy();
    packed.destroy();
  }
}

/** The line in which a byte of the unpacked file stands, counted from 1. Reads up to there again: for messages. */
export async function lineOfByte(
  file: string,
  compression: Compression | null,
  byte: number,
): Promise<number> {
  let line = 1;
  let left = byte;
  for await (const chunk of rawChunks(file, compression)) {
    const before = chunk.subarray(0, left);
    for (let at = before.indexOf(0x0a); at >= 0; at = before.indexOf(0x0a, at + 1)) line += 1;
    left -= before.length;
    if (left === 0) break;
  }
  return line;
}

/** zlib's errors have codes of their own (`Z_BUF_ERROR`); those of the system have a number. */
function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
