import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from './evidence-manifest.ts';
import {
  checkedStorePath,
  type EvidenceStore,
  type EvidenceWriting,
  isStorePath,
  type StoredEvidence,
  storeRecordName,
} from './evidence-store.ts';

/** What is being written has a name that no result can point at. */
const unfinished = '.';

/** Evidence in a folder of this machine, or one that several machines share. */
export class FolderEvidenceStore implements EvidenceStore {
  readonly storeUuid: string;
  readonly #root: string;

  private constructor(root: string, storeUuid: string) {
    this.#root = root;
    this.storeUuid = storeUuid;
  }

  /** Opens the store, and makes it where there is none; `newUuid` is its id then. */
  static async open(root: string, newUuid: string): Promise<FolderEvidenceStore> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const file = join(root, storeRecordName);
    // Of several that start at once, one makes the record and all read it: a link is made whole or not at all.
    const draft = join(root, `${unfinished}${storeRecordName}-${newUuid}`);
    await writeFile(draft, JSON.stringify({ storeUuid: newUuid }), { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft, { force: true });
    const { storeUuid } = JSON.parse(await readFile(file, 'utf8')) as { storeUuid: string };
    return new FolderEvidenceStore(root, storeUuid);
  }

  /** The place of a file or folder, which may not be there. */
  pathOf(relative: string): string {
    return join(this.#root, checkedStorePath(relative));
  }

  async begin(folder: string): Promise<EvidenceWriting> {
    const kept = this.pathOf(folder);
    const path = join(dirname(kept), `${unfinished}${folder.split('/').at(-1)}`);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    let isKept = false;
    return {
      path,
      async keep() {
        await syncAll(path);
        await rename(path, kept);
        await sync(dirname(kept));
        isKept = true;
      },
      [Symbol.asyncDispose]: async () => {
        if (isKept) return;
        await rm(path, { recursive: true, force: true });
        await this.#pruneAbove(folder);
      },
    };
  }

  async read(file: string): Promise<StoredEvidence | null> {
    const path = this.pathOf(file);
    const manifest = await readManifest(dirname(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (manifest === undefined || !existsSync(path)) return null;
    return { path, manifest, async [Symbol.asyncDispose]() {} };
  }

  async remove(folder: string): Promise<void> {
    const path = this.pathOf(folder);
    await rm(path, { recursive: true, force: true });
    await rm(join(dirname(path), `${unfinished}${folder.split('/').at(-1)}`), {
      recursive: true,
      force: true,
    });
    await this.#pruneAbove(folder);
  }

  async *folders(): AsyncGenerator<string> {
    const seen = new Set<string>();
    for (const organization of await namesIn(this.#root)) {
      for (const run of await namesIn(join(this.#root, organization))) {
        for (const name of await namesIn(join(this.#root, organization, run))) {
          const attempt = name.startsWith(unfinished) ? name.slice(unfinished.length) : name;
          const folder = `${organization}/${run}/${attempt}`;
          if (!isStorePath(folder) || seen.has(folder)) continue;
          seen.add(folder);
          yield folder;
        }
      }
    }
  }

  /** A folder of a Run or an Organization that holds nothing any more goes too. */
  async #pruneAbove(folder: string): Promise<void> {
    const [organization = '', run = ''] = folder.split('/');
    for (const path of [join(this.#root, organization, run), join(this.#root, organization)]) {
      await rmdir(path).catch(() => {});
    }
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function syncAll(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await sync(join(folder, name));
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
