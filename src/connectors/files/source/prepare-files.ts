import { AppError } from '../../../domain/app-error.ts';
import type { FileReading, FilesLocator } from '../../../domain/catalog/locator.ts';
import type { FieldNode } from '../../../domain/comparison/field-tree.ts';
import type { SqlSession } from '../../../engine/sql-session.ts';
import type { DatasetNote, FileDataset } from '../file-dataset.ts';
import { type LocatedFiles, locateFiles } from '../locate-files.ts';
import { openFileDataset } from '../open-file-dataset.ts';
import type { ReadingOptions } from '../reading-options.ts';
import { type FileVersions, refuseChangedFiles, versionsOf } from './file-versions.ts';
import { profileDataset, type ValueProfiles } from './profile-dataset.ts';
import { pathBelow, type SourceRoot } from './source-root.ts';

/** The files behind a locator. */
export interface LocatedDataset {
  readonly located: LocatedFiles;
  readonly reading: ReadingOptions;
  readonly versions: FileVersions;
}

export interface PreparedFiles {
  readonly fields: readonly FieldNode[];
  readonly profiles: ValueProfiles;
  readonly rows: number;
  readonly notes: readonly DatasetNote[];
}

export interface FilesPreparation {
  /** May open the files and the staging folder, and nothing else. */
  readonly session: SqlSession;
  readonly stagingDirectory: string;
  readonly signal: AbortSignal;
  /** The schema, before the values have been looked at. */
  readonly onOpened: (dataset: FileDataset) => Promise<void>;
  /** Told how many of the rows have been looked at. */
  readonly onProgress: (done: number, rows: number) => void;
}

/** Finds the files of a dataset, all of them below the root of its source. */
export async function locateDataset(
  root: SourceRoot,
  { path, reading }: FilesLocator,
): Promise<LocatedDataset> {
  const located = await locateFiles(pathBelow(root, path), [root.path]).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'dataset_not_found') throw error;
    const detail = `There is no data at ${JSON.stringify(path)} below the root of the source: no such file or folder, no file that the pattern matches, or a folder without data files. Browse the source for what is there.`;
    throw new AppError('dataset_not_found', { detail }, { cause: error });
  });
  return { located, reading: readingOptions(reading), versions: await versionsOf(located.files) };
}

/** Finds out the schema, and looks at every value once. */
export async function prepareFiles(
  { located, reading, versions }: LocatedDataset,
  { session, stagingDirectory, signal, onOpened, onProgress }: FilesPreparation,
): Promise<PreparedFiles> {
  try {
    const dataset = await openFileDataset(located, reading, { session, stagingDirectory, signal });
    await onOpened(dataset);
    const { columns, rows, notes } = dataset;
    const profiles = await profileDataset(session, dataset, {
      signal,
      onProgress: (fraction) => onProgress(Math.floor(fraction * rows), rows),
    }).catch(async (error) => {
      throw (await defectBehind(error, dataset, signal)) ?? error;
    });
    await refuseChangedFiles(versions);
    return { fields: columns, profiles, rows, notes };
  } catch (error) {
    // A file that was replaced half way through fails in ways that say nothing about why.
    if (!signal.aborted) await refuseChangedFiles(versions);
    throw error;
  }
}

async function defectBehind(
  error: unknown,
  dataset: FileDataset,
  signal: AbortSignal,
): Promise<AppError | null> {
  const isAboutData = error instanceof AppError && error.code === 'dataset_unreadable';
  return isAboutData && !signal.aborted ? dataset.findDefect(signal) : null;
}

/** What is null is detected; `none` stands for no character at all. */
function readingOptions(reading: FileReading): ReadingOptions {
  const character = (text: string) => (text === 'none' ? null : text);
  return {
    ...(reading.format !== null && { format: reading.format }),
    ...(reading.encoding !== null && { encoding: reading.encoding }),
    ...(reading.delimiter !== null && { delimiter: reading.delimiter }),
    ...(reading.quote !== null && { quote: character(reading.quote) }),
    ...(reading.escape !== null && { escape: character(reading.escape) }),
    ...(reading.header !== null && { header: reading.header }),
    ...(reading.nullTexts !== null && { nullTexts: reading.nullTexts }),
  };
}
