import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of one comparison's own: copies of packed files, spill files, evidence. Gone when the comparison is. */
export class WorkFolder {
  readonly path: string;
  readonly staging: string;
  readonly evidence: string;
  readonly spill: string;

  private constructor(path: string) {
    this.path = path;
    this.staging = join(path, 'staging');
    this.evidence = join(path, 'evidence');
    this.spill = join(path, 'spill');
  }

  static async create(parent: string): Promise<WorkFolder> {
    const folder = new WorkFolder(await mkdtemp(join(parent, 'plumbline-compare-')));
    for (const path of [folder.staging, folder.evidence, folder.spill]) await mkdir(path, { mode: 0o700 });
    return folder;
  }

  /** What may be spilled: most of what is free, so that a comparison cannot fill the disk to the last byte. */
  async spillableBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return Math.floor(bavail * bsize * 0.9);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
