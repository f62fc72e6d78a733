import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Names of a path in the store: what the service makes of ids, and file names of ours. No step leads up. */
const storePath = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

const recordName = 'store.json';

/** What is being written has a name that no result can point at. */
const unfinished = '.';

/**
 * Where differing rows lie, on the side of the data: `<organization>/<run>/<attempt>`, a folder for each attempt at a
 * task. Several executors may share a store. It is known by an id of its own, so that it can be moved.
 */
export class EvidenceStore {
  readonly storeUuid: string;
  readonly #root: string;

  private constructor(root: string, storeUuid: string) {
    this.#root = root;
    this.storeUuid = storeUuid;
  }

  /** Opens the store, and makes it where there is none; `newUuid` is its id then. */
  static async open(root: string, newUuid: string): Promise<EvidenceStore> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const file = join(root, recordName);
    // Of several that start at once, one makes the record and all read it: a link is made whole or not at all.
    const draft = join(root, `${unfinished}${recordName}-${newUuid}`);
    await writeFile(draft, JSON.stringify({ storeUuid: newUuid }), { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft, { force: true });
    const { storeUuid } = JSON.parse(await readFile(file, 'utf8')) as { storeUuid: string };
    return new EvidenceStore(root, storeUuid);
  }

  /** The place of a file or folder, which may not be there. */
  pathOf(relative: string): string {
    if (!storePath.test(relative)) throw new TypeError('A path of the evidence store leads elsewhere.');
    return join(this.#root, relative);
  }

  /** A folder to write into. It is not there for anybody until it is kept. */
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

  /** Deletes an attempt's folder, whether it is finished or not; one that is gone already is deleted. */
  async remove(folder: string): Promise<void> {
    const path = this.pathOf(folder);
    await rm(path, { recursive: true, force: true });
    await rm(join(dirname(path), `${unfinished}${folder.split('/').at(-1)}`), {
      recursive: true,
      force: true,
    });
    await this.#pruneAbove(folder);
  }

  /** Every attempt's folder, whether it is finished or not. */
  async *folders(): AsyncGenerator<string> {
    const seen = new Set<string>();
    for (const organization of await namesIn(this.#root)) {
      for (const run of await namesIn(join(this.#root, organization))) {
        for (const name of await namesIn(join(this.#root, organization, run))) {
          const attempt = name.startsWith(unfinished) ? name.slice(unfinished.length) : name;
          const folder = `${organization}/${run}/${attempt}`;
          if (!storePath.test(folder) || seen.has(folder)) continue;
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

/** Evidence on its way into the store. Disposing of it deletes it, unless it was kept. */
export interface EvidenceWriting extends AsyncDisposable {
  readonly path: string;
  /** From here on it is there for good, even if the power fails. */
  keep(): Promise<void>;
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
