import { openFileDataset } from '../../connectors/files/open-file-dataset.ts';
import { refuseChangedFiles } from '../../connectors/files/source/file-versions.ts';
import { type LocatedDataset, locateDataset } from '../../connectors/files/source/prepare-files.ts';
import type { SourceRoot } from '../../connectors/files/source/source-root.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import type { ComparableDataset, OpenRequest, OpenRows } from './comparable-dataset.ts';
import { readAsPrepared } from './read-as-prepared.ts';

/** Files that the engine reads where they are. */
export function filesDataset(
  openRoot: () => Promise<SourceRoot>,
  dataset: ComparedDataset,
): ComparableDataset {
  const { locator } = dataset;
  if (locator.kind !== 'files') throw new TypeError(`A folder has no ${locator.kind}.`);
  let located: LocatedDataset | undefined;
  const found = async () => {
    located ??= await locateDataset(await openRoot(), locator);
    return located;
  };
  return {
    locate: async () => (await found()).located.files,
    measure: async () => null,
    inSnapshot: null,
    open: async (request) => openFiles(await found(), dataset, request),
  };
}

async function openFiles(
  { located, reading, versions }: LocatedDataset,
  dataset: ComparedDataset,
  { only, session, stagingDirectory, signal }: OpenRequest,
): Promise<OpenRows> {
  try {
    const files = await openFileDataset(located, reading, { session, stagingDirectory, signal });
    return {
      ...readAsPrepared(files, dataset, only),
      isFiltered: false,
      findDefect: (within) => files.findDefect(within),
      assertUnchanged: () => refuseChangedFiles(versions),
      // Copies lie in the folder of the task and go with it.
      async [Symbol.asyncDispose]() {},
    };
  } catch (error) {
    // A file that was replaced half way through fails in ways that say nothing about why.
    if (!signal.aborted) await refuseChangedFiles(versions);
    throw error;
  }
}
