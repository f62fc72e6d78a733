import type { Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

export type Compression = 'gzip' | 'zstd';

/** By the first bytes (RFC 1952, RFC 8878): a name can be wrong, and often is. */
export function compressionOf(head: Uint8Array): Compression | null {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip';
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd';
  return null;
}

/** Packings that people have and that are not read, so that they are named instead of taken for broken text. */
export function foreignCompressionOf(head: Uint8Array): string | null {
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (startsWith(head, [0x42, 0x5a, 0x68])) return 'bzip2';
  if (startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a])) return 'xz';
  if (startsWith(head, [0x04, 0x22, 0x4d, 0x18])) return 'lz4';
  return null;
}

/** Both check their sums and refuse an end that comes too early, which the engine's own unpacking does not. */
export function decompressor(compression: Compression): Transform {
  return compression === 'gzip' ? createGunzip() : createZstdDecompress();
}

function startsWith(head: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => head[index] === byte);
}
