import { join } from 'node:path';
import type { Settings } from '../cli/configuration/settings.ts';

/** The folders that the executor may read files from. */
export function fileRoots({
  PLUMBLINE_FILE_ROOTS: roots,
  PLUMBLINE_DATA_DIR: dataDir,
}: Settings): readonly string[] {
  return roots ?? ['examples', join(dataDir, 'files'), join(dataDir, 'demo')];
}
