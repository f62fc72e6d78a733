import { fileURLToPath } from 'node:url';
import { DuckDbSession } from '../../connectors/duckdb/duckdb-session.ts';
import { type LocatedFiles, locateFiles } from '../../connectors/files/locate-files.ts';
import { openFileDataset } from '../../connectors/files/open-file-dataset.ts';
import { parseReadingOptions, type ReadingOptions } from '../../connectors/files/reading-options.ts';
import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { DatasetReference, Resources } from './comparison-request.ts';
import type { DatasetSource } from './dataset-source.ts';
import type { OpenDataset } from './open-dataset.ts';
import type { LocatedTable } from './table-dataset.ts';
import type { WorkFolder } from './work-folder.ts';

interface LocatedFileDataset {
  readonly kind: 'files';
  readonly reference: DatasetReference;
  readonly files: LocatedFiles;
  readonly reading: ReadingOptions;
}

export type LocatedDataset = LocatedFileDataset | LocatedTable;

const databaseSchemes = ['postgresql', 'postgres', 'mysql', 'mariadb', 'trino', 'databricks'];

/** Finds the data of a reference. */
export async function locateDataset(reference: DatasetReference): Promise<LocatedDataset> {
  const reading = parseReadingOptions(reference.reading);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(reference.location)?.[1]?.toLowerCase();
  if (scheme !== undefined && databaseSchemes.includes(scheme)) {
    // The drivers of databases are loaded only by those who name one.
    const { locateTable } = await import('./table-dataset.ts');
    return locateTable(reference, reading.zone ?? null);
  }
  if (scheme !== undefined && scheme !== 'file') {
    throw new AppError('dataset_format_unknown', {
      detail: `${withoutSecrets(reference.location)} is neither a file nor a table: ${scheme} addresses are not read. There are files, and ${databaseSchemes.join(', ')}.`,
    });
  }
  const path = scheme === 'file' ? fileURLToPath(reference.location) : reference.location;
  return { kind: 'files', reference, reading, files: await locateFiles(path, null) };
}

/** An engine that can open these files, its own folder, and nothing else. */
export async function openSession(
  located: BySide<LocatedDataset>,
  folder: WorkFolder,
  resources: Resources,
): Promise<DuckDbSession> {
  const filesOf = (dataset: LocatedDataset) => (dataset.kind === 'files' ? dataset.files.files : []);
  return DuckDbSession.open({
    allowedDirectories: [folder.path],
    allowedPaths: [...filesOf(located.source), ...filesOf(located.target)],
    memoryLimitBytes: resources.memoryLimitBytes,
    spillDirectory: folder.spill,
    maxSpillBytes: await folder.spillableBytes(),
    threads: resources.threads,
  });
}

export async function openDataset(
  located: LocatedDataset,
  session: DuckDbSession,
  folder: WorkFolder,
  signal?: AbortSignal,
): Promise<DatasetSource> {
  if (located.kind === 'table') {
    const { openTable } = await import('./table-dataset.ts');
    return openTable(located, signal);
  }
  const { reference, files, reading } = located;
  const { columns, ...dataset } = await openFileDataset(files, reading, {
    session,
    stagingDirectory: folder.staging,
    signal,
  });
  const open: OpenDataset = {
    ...dataset,
    fields: columns,
    name: reference.location,
    fileCount: files.files.length,
    zone: reading.zone ?? null,
    isRead: true,
    staged: null,
    isFiltered: false,
  };
  // Files are read by the engine where they are.
  return {
    unread: open,
    measure: async () => null,
    inSnapshot: null,
    onPlatform: null,
    read: async () => open,
  };
}

/** An address can carry a password, which must not get into a message. */
function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//…@').replace(/\?.*$/, '');
}
