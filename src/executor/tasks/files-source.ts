import { browseFolder } from '../../connectors/files/source/browse-folder.ts';
import { locateDataset, prepareFiles } from '../../connectors/files/source/prepare-files.ts';
import { openSourceRoot } from '../../connectors/files/source/source-root.ts';
import type { FilesSettings } from '../../domain/catalog/source.ts';
import { filesDataset } from '../runs/files-dataset.ts';
import type { OpenedSource } from './opened-source.ts';
import { preparationNotes, preparedFields } from './prepared-fields.ts';
import { type EngineResources, openTaskEngine } from './task-engine.ts';

export interface FilesSourceOptions {
  /** Folders that sources may lie in; nothing else can be reached. */
  readonly allowedRoots: readonly string[];
  readonly engine: EngineResources;
}

/** A folder of files as a source. */
export function filesSource(
  { root: rootPath }: FilesSettings,
  { allowedRoots, engine }: FilesSourceOptions,
): OpenedSource {
  const openRoot = () => openSourceRoot(rootPath, allowedRoots);
  return {
    async test({ signal }) {
      await browseFolder(await openRoot(), { parent: null, search: null, limit: 1, after: null }, signal);
      return { message: `The folder ${rootPath} can be read.`, serverVersion: null };
    },
    async browse(query, { signal }) {
      return browseFolder(await openRoot(), query, signal);
    },
    async prepare(locator, { signal, progress, report }) {
      if (locator.kind !== 'files') throw new TypeError(`A folder has no ${locator.kind}.`);
      const dataset = await locateDataset(await openRoot(), locator);
      await using engineOfTask = await openTaskEngine(engine, dataset.located.files);
      const prepared = await prepareFiles(dataset, {
        session: engineOfTask.session,
        stagingDirectory: engineOfTask.folder.staging,
        signal,
        onOpened: async ({ columns, rows }) => {
          progress({ done: 0, total: rows, unit: 'rows' });
          await report({ kind: 'dataset.prepare', fields: preparedFields(columns, new Map()) });
        },
        onProgress: (done, total) => progress({ done, total, unit: 'rows' }),
      });
      return {
        fields: preparedFields(prepared.fields, prepared.profiles),
        rowCount: prepared.rows,
        notes: preparationNotes(prepared.notes),
      };
    },
    comparable: (dataset) => filesDataset(openRoot, dataset),
    platform: null,
  };
}
