import { mkdtemp, open } from 'node:fs/promises';
import { join } from 'node:path';
import { enginePath } from '../engine-path.ts';
import type { PreparationContext } from '../file-dataset.ts';
import { isPlainUtf8, type TextSource, utf8Chunks } from '../text/text-source.ts';
import type { CsvDialect } from './csv-dialect.ts';
import { csvFault } from './csv-errors.ts';
import { type CsvScan, CsvScanner, type LineEnding } from './csv-scanner.ts';

/** A file that the engine can read as it is: the caller's own, or a copy in the staging folder. */
export interface ReadyCsvFile {
  readonly path: string;
  readonly rows: number;
  readonly lineEnding: LineEnding;
  readonly longestRecord: number;
}

/**
 * Checks the whole file. One that is packed, not UTF-8, or of line endings that the engine was seen to mistake is
 * copied: as UTF-8, with one line feed after each record.
 */
export async function readyCsvFile(
  source: TextSource,
  dialect: CsvDialect,
  context: PreparationContext,
): Promise<ReadyCsvFile> {
  if (!isPlainUtf8(source)) return copyCsv(source, dialect, context);
  const scanner = new CsvScanner(dialect);
  for await (const chunk of utf8Chunks(source, context.signal)) {
    scanner.push(chunk);
    if (scanner.fault !== null) break;
  }
  const scan = endOf(scanner, source, dialect);
  if (mustBeCopied(scan)) return copyCsv(source, dialect, context);
  return { ...scan, path: await enginePath(source.file, context.stagingDirectory) };
}

function mustBeCopied(scan: CsvScan): boolean {
  return (
    scan.lineEnding === 'mixed' ||
    scan.lineEnding === 'cr' ||
    scan.startsWithBlankLine ||
    (scan.lineEnding === 'crlf' && scan.firstRecordSpansLines)
  );
}

/** A copy in UTF-8 with one line feed after each record. */
export async function copyCsv(
  source: TextSource,
  dialect: CsvDialect,
  { stagingDirectory, signal }: PreparationContext,
): Promise<ReadyCsvFile> {
  const folder = await mkdtemp(join(stagingDirectory, 'csv-'));
  const path = join(folder, 'copy.csv');
  await using copy = await open(path, 'wx', 0o600);
  let written: Uint8Array[] = [];
  const scanner = new CsvScanner(dialect, (chunk) => written.push(chunk));
  for await (const chunk of utf8Chunks(source, signal)) {
    scanner.push(chunk);
    for (const part of written) await copy.writeFile(part);
    written = [];
    if (scanner.fault !== null) break;
  }
  const scan = endOf(scanner, source, dialect);
  return { path, rows: scan.rows, lineEnding: 'lf', longestRecord: scan.longestRecord };
}

function endOf(scanner: CsvScanner, source: TextSource, dialect: CsvDialect): CsvScan {
  const scan = scanner.end();
  if (scan !== null) return scan;
  if (scanner.fault === null) throw new TypeError('A scan without an end has a fault.');
  throw csvFault(source, dialect, scanner.fault);
}
