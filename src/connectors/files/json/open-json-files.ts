import { mkdtemp, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { enginePath } from '../engine-path.ts';
import type { DatasetNote, PreparationContext } from '../file-dataset.ts';
import { extensionOf, type FileKind } from '../file-format.ts';
import type { ReadingOptions } from '../reading-options.ts';
import { isPlainUtf8, openText, type TextSource, utf8Chunks } from '../text/text-source.ts';
import { detectLayout, type JsonLayout } from './json-layout.ts';

/** JSON files whose records stand in them in the same way. */
export interface JsonFiles {
  readonly sources: readonly TextSource[];
  /** As the engine opens them. */
  readonly paths: readonly string[];
  readonly layout: JsonLayout;
}

export async function openJsonFiles(
  kinds: readonly FileKind[],
  options: ReadingOptions,
  context: PreparationContext,
): Promise<{ readonly files: JsonFiles; readonly notes: readonly DatasetNote[] }> {
  const opened: { source: TextSource; layout: JsonLayout }[] = [];
  const empty: string[] = [];
  for (const { file, compression } of kinds) {
    const { source, head } = await openText(file, compression, options.encoding);
    if (head.trim() === '') {
      empty.push(file);
      continue;
    }
    const layout = detectLayout(head, extensionOf(file));
    if (layout === null) {
      throw new AppError('dataset_unreadable', {
        detail: `${file}, line 1: the text begins neither with { nor with [, so it is no JSON of records. Check that it is the right file, or declare its format.`,
      });
    }
    opened.push({ source, layout });
  }
  const first = opened[0];
  if (first === undefined) {
    throw new AppError('dataset_unreadable', {
      detail: `${empty.join(', ')} is empty; even a dataset without rows is written as []. Export it again.`,
    });
  }
  const other = opened.find(({ layout }) => layout !== first.layout);
  if (other !== undefined) {
    throw new AppError('dataset_format_unknown', {
      detail: `${other.source.file} (${layoutNames[other.layout]}) and ${first.source.file} (${layoutNames[first.layout]}) are laid out differently. Write all files of a dataset in the same way.`,
    });
  }
  const paths: string[] = [];
  for (const { source } of opened) paths.push(await readyJsonFile(source, context));
  const detail = `Files without any content were left out: ${empty.join(', ')}.`;
  return {
    files: { sources: opened.map(({ source }) => source), paths, layout: first.layout },
    notes: empty.length > 0 ? [{ code: 'files_ignored', detail }] : [],
  };
}

const layoutNames: Readonly<Record<JsonLayout, string>> = {
  array: 'one list of records',
  newline_delimited: 'one record a line',
  unstructured: 'records over several lines',
};

/** The file itself, or a copy where it is packed or not UTF-8: the engine does not notice when packed data breaks off. */
async function readyJsonFile(
  source: TextSource,
  { stagingDirectory, signal }: PreparationContext,
): Promise<string> {
  // The reader of JSON stumbles over a byte order mark.
  if (isPlainUtf8(source) && source.markBytes === 0) return enginePath(source.file, stagingDirectory);
  const path = join(await mkdtemp(join(stagingDirectory, 'json-')), 'copy.json');
  await using copy = await open(path, 'wx', 0o600);
  for await (const chunk of utf8Chunks(source, signal)) await copy.writeFile(chunk);
  return path;
}
