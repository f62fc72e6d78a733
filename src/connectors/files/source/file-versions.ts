import { stat } from 'node:fs/promises';
import { AppError } from '../../../domain/app-error.ts';
import { unreadable } from '../locate-files.ts';

/** Which version of each file was there at one moment: writers replace, append to or touch a file. */
export type FileVersions = ReadonlyMap<string, string>;

export async function versionsOf(files: readonly string[]): Promise<FileVersions> {
  return new Map(await Promise.all(files.map(async (file) => [file, await versionOf(file)] as const)));
}

/** Refuses what was found out if a file is not the one any more that it was found out about. */
export async function refuseChangedFiles(before: FileVersions): Promise<void> {
  for (const [file, version] of before) {
    const now = await versionOf(file).catch(() => 'gone');
    if (now === version) continue;
    throw new AppError('dataset_changed', {
      detail: `${file} was ${now === 'gone' ? 'deleted' : 'changed'} while it was read. Wait until whoever writes it is done, then prepare the dataset again.`,
    });
  }
}

async function versionOf(file: string): Promise<string> {
  const { ino, size, mtimeNs } = await stat(file, { bigint: true }).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return `${ino} ${size} ${mtimeNs}`;
}
