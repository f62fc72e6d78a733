import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of one task's own: unpacked copies and spill files. Gone when the task is. */
export class TaskFolder {
  readonly path: string;
  readonly staging: string;
  readonly spill: string;

  private constructor(path: string) {
    this.path = path;
    this.staging = join(path, 'staging');
    this.spill = join(path, 'spill');
  }

  static async create(parent: string): Promise<TaskFolder> {
    const folder = new TaskFolder(await mkdtemp(join(parent, 'task-')));
    for (const path of [folder.staging, folder.spill]) await mkdir(path, { mode: 0o700 });
    return folder;
  }

  /** A share of what is free, so that all tasks together cannot fill the disk to the last byte. */
  async spillableBytes(shares: number): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return Math.floor((bavail * bsize * 0.9) / shares);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
