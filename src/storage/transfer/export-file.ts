import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AppliedMigration } from '../migrations/schema-version.ts';
import { TransferError } from './transfer-error.ts';

/**
 * The form of an export: gzip over lines of JSON. The first is the header; then for each table its columns, a line per
 * row and its count; then the sequences; the last line is the checksum of all the others. A row is an array of
 * PostgreSQL's own text for each value, or null, so that nothing is lost or rounded on the way.
 */
export type ExportRecord =
  | ExportHeader
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'tableEnd'; readonly name: string; readonly rows: number }
  | { readonly kind: 'sequence'; readonly name: string; readonly value: string; readonly called: boolean };

export interface ExportHeader {
  readonly kind: 'plumbline-export';
  readonly formatVersion: number;
  /** The migrations that the database had; an import needs a database with the same. */
  readonly schema: readonly AppliedMigration[];
  readonly exportedAt: string;
}

export const formatVersion = 1;

/** Writes the lines under another name and puts the file in place when it is whole and on the disk. */
export async function writeExportFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  if (existsSync(path)) throw new TransferError('fileUnusable', `${path} exists already. Name a new file.`);
  const unfinished = `${path}.unfinished`;
  try {
    // For the owner's eyes only, as the database is.
    await pipeline(sealed(lines), createGzip(), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* sealed(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const line of lines) {
    hash.update(`${line}\n`);
    yield `${line}\n`;
  }
  yield `${sealLine(hash.digest('hex'))}\n`;
}

function sealLine(sha256: string): string {
  return JSON.stringify({ kind: 'end', sha256 });
}

/**
 * The lines of an export, without the last. Whether the file is whole is known only at the end, so what is made of the
 * lines must be undone if this throws.
 */
export async function* readExportFile(path: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let previous: string | undefined;
  for await (const line of linesOf(path)) {
    if (previous !== undefined) {
      hash.update(`${previous}\n`);
      yield previous;
    }
    previous = line;
  }
  if (previous !== sealLine(hash.digest('hex'))) throw damaged(path);
}

/** Reads the whole file, so that a damaged one is told as such and not by what the database says to its rows. */
export async function verifyExportFile(path: string): Promise<void> {
  for await (const _ of readExportFile(path));
}

export async function readExportHeader(path: string): Promise<ExportHeader> {
  for await (const line of linesOf(path)) {
    const header = headerOf(line);
    if (header === undefined) break;
    if (header.formatVersion === formatVersion) return header;
    throw new TransferError(
      'fileUnusable',
      `${path} has format ${header.formatVersion}, and this release reads format ${formatVersion}. Use the release that exported it, or a newer one.`,
    );
  }
  throw damaged(path);
}

function headerOf(line: string): ExportHeader | undefined {
  try {
    const record: ExportRecord = JSON.parse(line);
    return record.kind === 'plumbline-export' ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Not `node:readline`: it would also break lines at U+2028, which JSON leaves as it is. */
async function* linesOf(path: string): AsyncGenerator<string> {
  // An error of the file ends the reading below, and whoever stops reading closes the file.
  const text = pipe(createReadStream(path), createGunzip(), () => {});
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        yield Buffer.concat([...pieces, chunk.subarray(start, end)]).toString('utf8');
        pieces = [];
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    }
  } catch (cause) {
    throw existsSync(path)
      ? damaged(path, cause)
      : new TransferError('fileUnusable', `There is no file ${path}.`);
  }
  if (pieces.length > 0) throw damaged(path);
}

function damaged(path: string, cause?: unknown): TransferError {
  return new TransferError(
    'fileUnusable',
    `${path} is not a whole export of Plumbline: it is cut short, altered, or something else. Export again, or use another copy.`,
    { cause },
  );
}
