import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { maxDownloadBytes } from '../../domain/execution/protocol.ts';
import type { BlobContainer } from './blob-container.ts';
import { manifestName, readManifest } from './evidence-manifest.ts';
import {
  checkedStorePath,
  type EvidenceStore,
  type EvidenceWriting,
  isStorePath,
  type StoredEvidence,
  storeRecordName,
} from './evidence-store.ts';

/** A record is some 50 bytes; whatever else stands under its name is not read to the end. */
const maxRecordBytes = 4_096;

/**
 * Evidence in a container of Azure's Blob service. An attempt writes on its own machine and sends all of it when it is
 * done, the manifest last: without one, what was sent is unfinished, and nobody reads it.
 */
export class BlobEvidenceStore implements EvidenceStore {
  readonly storeUuid: string;
  readonly #container: BlobContainer;
  readonly #drafts: string;

  private constructor(container: BlobContainer, drafts: string, storeUuid: string) {
    this.#container = container;
    this.#drafts = drafts;
    this.storeUuid = storeUuid;
  }

  /**
   * Opens the store, and makes it where the container holds none; `newUuid` is its id then. `drafts` is an existing
   * folder of this process, for what is on its way in or out.
   */
  static async open(container: BlobContainer, drafts: string, newUuid: string): Promise<BlobEvidenceStore> {
    // Of several that start at once, one makes the record and all read it.
    await container.putNew(storeRecordName, JSON.stringify({ storeUuid: newUuid }));
    const record = await container.getText(storeRecordName, maxRecordBytes);
    return new BlobEvidenceStore(container, drafts, storeUuidIn(record));
  }

  async begin(folder: string, signal: AbortSignal): Promise<EvidenceWriting> {
    checkedStorePath(folder);
    const path = await mkdtemp(join(this.#drafts, 'evidence-'));
    let state: 'written' | 'sent' | 'kept' = 'written';
    return {
      path,
      keep: async () => {
        state = 'sent';
        const files = (await readdir(path)).filter((name) => name !== manifestName);
        for (const name of [...files, manifestName]) {
          await this.#container.uploadFile(`${folder}/${name}`, join(path, name), signal);
        }
        state = 'kept';
      },
      [Symbol.asyncDispose]: async () => {
        await rm(path, { recursive: true, force: true });
        // Why it was not kept is what matters to whoever waits; a sweep deletes what cannot be deleted now.
        if (state === 'sent') await this.remove(folder).catch(() => {});
      },
    };
  }

  async read(file: string, signal: AbortSignal): Promise<StoredEvidence | null> {
    const folder = dirname(checkedStorePath(file));
    await using copies = new AsyncDisposableStack();
    const here = await mkdtemp(join(this.#drafts, 'evidence-'));
    copies.defer(() => rm(here, { recursive: true, force: true }));
    // The manifest first: without it the rest does not count.
    for (const name of [manifestName, basename(file)]) {
      const wanted = { file: join(here, name), maxBytes: maxDownloadBytes };
      const size = await this.#container.downloadFile(`${folder}/${name}`, wanted, signal);
      if (size === null) return null;
      if (size > maxDownloadBytes) throw tooLarge(size);
    }
    const manifest = await readManifest(here);
    const read = copies.move();
    return {
      path: join(here, basename(file)),
      manifest,
      [Symbol.asyncDispose]: () => read.disposeAsync(),
    };
  }

  async remove(folder: string): Promise<void> {
    const within = `${checkedStorePath(folder)}/`;
    // First what makes it count, so that nobody reads a half.
    await this.#container.delete(`${within}${manifestName}`);
    for await (const name of this.#container.list(within)) await this.#container.delete(name);
  }

  /** One list of all names, for that takes a call for thousands of them; asking folder by folder takes one for each. */
  async *folders(): AsyncGenerator<string> {
    let last = '';
    for await (const name of this.#container.list('')) {
      const parts = name.split('/');
      const folder = parts.slice(0, 3).join('/');
      if (parts.length !== 4 || folder === last || !isStorePath(folder)) continue;
      last = folder;
      yield folder;
    }
  }
}

function storeUuidIn(record: string | null): string {
  const storeUuid = /^\{"storeUuid":"([0-9a-f-]{36})"\}$/.exec(record ?? '')?.[1];
  if (storeUuid !== undefined) return storeUuid;
  throw new AppError('evidence_store_missing', {
    detail: `The container holds a ${storeRecordName} that is not of an evidence store. Name a container of its own in PLUMBLINE_EVIDENCE_URL.`,
  });
}

function tooLarge(bytes: number): AppError {
  return new AppError('evidence_too_large', {
    detail: `The evidence has ${bytes} bytes in the store, and at most ${maxDownloadBytes} can be read. Run the test with fewer rows of evidence.`,
  });
}
