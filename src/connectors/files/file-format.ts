import { open } from 'node:fs/promises';
import { AppError } from '../../domain/app-error.ts';
import { unreadable } from './locate-files.ts';
import type { FileFormat } from './reading-options.ts';
import { type Compression, compressionOf, foreignCompressionOf } from './text/compression.ts';

/** What a file is, by its first bytes and its name. */
export interface FileKind {
  readonly file: string;
  readonly format: FileFormat;
  /** Of the whole file; Parquet has its own inside. */
  readonly compression: Compression | null;
  readonly bytes: number;
}

const formatByExtension: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  txt: 'csv',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  parquet: 'parquet',
  pq: 'parquet',
};

/** `orders.csv.gz` → `csv`. */
export function extensionOf(file: string): string {
  const name = file.toLowerCase().replace(/\.(gz|gzip|zst|zstd)$/, '');
  return /\.([^./\\]+)$/.exec(name)?.[1] ?? '';
}

export function formatOfName(file: string): FileFormat | null {
  return formatByExtension[extensionOf(file)] ?? null;
}

const parquetMagic = 'PAR1';

export async function fileKindOf(file: string, declared: FileFormat | undefined): Promise<FileKind> {
  const { head, bytes } = await readHead(file);
  const foreign = foreignCompressionOf(head);
  if (foreign !== null) {
    throw new AppError('dataset_format_unknown', {
      detail: `${file} is packed with ${foreign}, which is not read; gzip and zstd are. Unpack it first.`,
    });
  }
  const compression = compressionOf(head);
  const looksLikeParquet = head.subarray(0, 4).toString('latin1') === parquetMagic;
  const format = declared ?? (looksLikeParquet ? 'parquet' : formatOfName(file));
  if (format === null) {
    throw new AppError('dataset_format_unknown', {
      detail: `The name of ${file} does not say its format. Declare it (format=csv, json or parquet).`,
    });
  }
  return { file, format, compression, bytes };
}

async function readHead(file: string): Promise<{ head: Buffer; bytes: number }> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: size };
  } catch (cause) {
    throw unreadable(file, cause);
  }
}
