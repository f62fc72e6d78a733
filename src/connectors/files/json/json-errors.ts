import { AppError } from '../../../domain/app-error.ts';
import type { TextSource } from '../text/text-source.ts';
import { type BrokenRecord, findBrokenRecord } from './find-broken-record.ts';
import type { JsonLayout } from './json-layout.ts';

/** DuckDB's own limit for one record. */
const largestRecord = '16 MiB';

/** Whether the engine failed at the data; anything else is to be passed on as it is. */
export function isAboutData(error: unknown): boolean {
  return error instanceof AppError && error.code === 'dataset_unreadable';
}

/** Why the engine refused these files: the first bad record of the first file that has one. Never quotes a record. */
export async function jsonFault(
  sources: readonly TextSource[],
  layout: JsonLayout,
  cause: unknown,
  signal?: AbortSignal,
): Promise<AppError> {
  for (const source of sources) {
    const broken = await findBrokenRecord(source, layout, signal);
    if (broken !== null) {
      const detail = `${source.file}, line ${broken.line} (record ${broken.record}): ${describe(broken)}`;
      return new AppError('dataset_unreadable', { detail }, { cause });
    }
  }
  return new AppError(
    'dataset_unreadable',
    {
      detail: `${sources.map(({ file }) => file).join(', ')} cannot be read as JSON. A record may be larger than ${largestRecord}; split it, or convert the data to Parquet.`,
    },
    { cause },
  );
}

function describe({ problem }: BrokenRecord): string {
  switch (problem) {
    case 'syntax':
      return 'the record is not valid JSON. Repair the line, or export the file again.';
    case 'notAnObject':
      return 'the record is no object, and only objects have columns. Each record must look like {"column": value, …}.';
    case 'repeatedKey':
      return 'the record has a key twice, so that one of the values would be lost. Repair the record.';
    case 'incomplete':
      return 'the file ends inside the record that begins here. Get a whole copy of it.';
  }
}
