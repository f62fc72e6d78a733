import { AppError } from '../../domain/app-error.ts';
import { prepareCsv } from './csv/prepare-csv.ts';
import type { DatasetNote, FileDataset, PreparationContext } from './file-dataset.ts';
import { type FileKind, fileKindOf } from './file-format.ts';
import { prepareJson } from './json/prepare-json.ts';
import type { LocatedFiles } from './locate-files.ts';
import { prepareParquet } from './parquet/prepare-parquet.ts';
import { fileColumn, type PartitionNames, partitionNames, withPartitions } from './partitions.ts';
import type { ReadingOptions } from './reading-options.ts';

/**
 * Looks at located files and says how the engine reads them, with the type of every column. Text is checked to its
 * last byte; whatever is wrong with it ends as an error that names the file, the place and what to do.
 */
export async function openFileDataset(
  located: LocatedFiles,
  options: ReadingOptions,
  context: PreparationContext,
): Promise<FileDataset> {
  const kinds: FileKind[] = [];
  for (const file of located.files) kinds.push(await fileKindOf(file, options.format));
  refuseOtherFormats(kinds);
  const names = partitionNames(located);
  const dataset =
    names.read.length === 0
      ? await prepare(kinds, options, context)
      : await withPartitions(
          await prepare(kinds, options, { ...context, fileColumn }),
          located,
          names.read,
          context,
        );
  return { ...dataset, notes: [...locationNotes(located, names), ...dataset.notes] };
}

function locationNotes({ ignored }: LocatedFiles, { notRead }: PartitionNames): readonly DatasetNote[] {
  const notes: DatasetNote[] = [];
  if (ignored.length > 0) {
    const detail = `Files that do not look like data were left out: ${ignored.join(', ')}.`;
    notes.push({ code: 'files_ignored', detail });
  }
  if (notRead.length > 0) {
    const detail = `What stands only in the names of some folders is not compared: ${notRead.join(', ')}.`;
    notes.push({ code: 'partitions_not_read', detail });
  }
  return notes;
}

function prepare(
  kinds: readonly FileKind[],
  options: ReadingOptions,
  context: PreparationContext,
): Promise<FileDataset> {
  switch (kinds[0]?.format) {
    case 'csv':
      return prepareCsv(kinds, options, context);
    case 'json':
      return prepareJson(kinds, options, context);
    case 'parquet':
      return prepareParquet(kinds, context);
    case undefined:
      throw new TypeError('A dataset has at least one file.');
  }
}

function refuseOtherFormats(kinds: readonly FileKind[]): void {
  const [first] = kinds;
  const other = kinds.find(({ format }) => format !== first?.format);
  if (first === undefined || other === undefined) return;
  throw new AppError('dataset_format_unknown', {
    detail: `${other.file} is ${other.format} and ${first.file} is ${first.format}. All files of a dataset need the same format; name those that belong together by a pattern.`,
  });
}
