import { fileURLToPath } from 'node:url';
import { DuckDbSession } from '../../connectors/duckdb/duckdb-session.ts';
import type { FileDataset } from '../../connectors/files/file-dataset.ts';
import { type LocatedFiles, locateFiles } from '../../connectors/files/locate-files.ts';
import { openFileDataset } from '../../connectors/files/open-file-dataset.ts';
import { parseReadingOptions, type ReadingOptions } from '../../connectors/files/reading-options.ts';
import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { DatasetReference, Resources } from './comparison-request.ts';
import type { WorkFolder } from './work-folder.ts';

/** A dataset that is ready to be compared. */
export interface OpenDataset extends FileDataset {
  /** As the person wrote it. */
  readonly name: string;
  readonly fileCount: number;
  /** The declared zone of timestamps without an offset. */
  readonly zone: string | null;
}

interface Located {
  readonly reference: DatasetReference;
  readonly files: LocatedFiles;
  readonly reading: ReadingOptions;
}

/** Finds the data of a reference. A further kind of system is a further case here. */
export async function locateDataset(reference: DatasetReference): Promise<Located> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(reference.location)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'file') {
    throw new AppError('dataset_format_unknown', {
      detail: `${withoutPassword(reference.location)} is not a file: ${scheme} addresses cannot be compared from the command line. Export the table to Parquet or CSV and compare the files.`,
    });
  }
  const path = scheme === 'file' ? fileURLToPath(reference.location) : reference.location;
  const reading = parseReadingOptions(reference.reading);
  return { reference, reading, files: await locateFiles(path, null) };
}

/** An engine that can open these files, its own folder, and nothing else. */
export async function openSession(
  located: BySide<Located>,
  folder: WorkFolder,
  resources: Resources,
): Promise<DuckDbSession> {
  return DuckDbSession.open({
    allowedDirectories: [folder.path],
    allowedPaths: [...located.source.files.files, ...located.target.files.files],
    memoryLimitBytes: resources.memoryLimitBytes,
    spillDirectory: folder.spill,
    maxSpillBytes: await folder.spillableBytes(),
    threads: resources.threads,
  });
}

export async function openDataset(
  { reference, files, reading }: Located,
  session: DuckDbSession,
  folder: WorkFolder,
  signal?: AbortSignal,
): Promise<OpenDataset> {
  const dataset = await openFileDataset(files, reading, {
    session,
    stagingDirectory: folder.staging,
    signal,
  });
  return {
    ...dataset,
    name: reference.location,
    fileCount: files.files.length,
    zone: reading.zone ?? null,
  };
}

/** An address can carry a password, which must not get into a message. */
function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//…@').replace(/\?.*$/, '');
}
