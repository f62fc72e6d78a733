import type { EvidenceManifest } from './evidence-manifest.ts';

/**
 * Where differing rows lie, on the side of the data: `<organization>/<run>/<attempt>`, a folder for each attempt at a
 * task. Several executors may share a store. It is known by an id of its own, so that it can be moved.
 */
export interface EvidenceStore {
  readonly storeUuid: string;

  /** A folder of this machine to write into. It is not there for anybody until it is kept, which the signal ends. */
  begin(folder: string, signal: AbortSignal): Promise<EvidenceWriting>;

  /** A file of a folder that was kept; null where it is not there, or not any more. */
  read(file: string, signal: AbortSignal): Promise<StoredEvidence | null>;

  /** Deletes an attempt's folder, whether it is finished or not; one that is gone already is deleted. */
  remove(folder: string): Promise<void>;

  /** Every attempt's folder, whether it is finished or not. */
  folders(): AsyncIterable<string>;
}

/** Evidence on its way into the store. Disposing of it deletes it, unless it was kept. */
export interface EvidenceWriting extends AsyncDisposable {
  readonly path: string;
  /** From here on it is there for good, even if the power fails. */
  keep(): Promise<void>;
}

/** Evidence of the store on this machine, for as long as it is read. */
export interface StoredEvidence extends AsyncDisposable {
  readonly path: string;
  readonly manifest: EvidenceManifest;
}

/** Names of a path in the store: what the service makes of ids, and file names of ours. No step leads up. */
const storePath = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

export function isStorePath(relative: string): boolean {
  return storePath.test(relative);
}

/** The path as it is, if it stays in the store. */
export function checkedStorePath(relative: string): string {
  if (!isStorePath(relative)) throw new TypeError('A path of the evidence store leads elsewhere.');
  return relative;
}

/** Says which store it is, at its top. */
export const storeRecordName = 'store.json';
