import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The engine drops one at the start of a file: without ours, it would be that of a text which begins with one. */
const byteOrderMark = Buffer.from('\ufeff');

/** The folder of one copy: records that wait for the engine, and the parts that it has made of them. */
export class StagingFolder implements AsyncDisposable {
  readonly path: string;
  #count = 0;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(stagingDirectory: string): Promise<StagingFolder> {
    return new StagingFolder(await mkdtemp(join(stagingDirectory, 'table-')));
  }

  async nextChunk(): Promise<RecordChunk> {
    this.#count += 1;
    const name = join(this.path, String(this.#count).padStart(6, '0'));
    const handle = await open(`${name}.tsv`, 'wx', 0o600);
    await handle.write(byteOrderMark);
    return new RecordChunk(`${name}.tsv`, `${name}.parquet`, handle);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Whole records on their way to the engine. */
export class RecordChunk {
  readonly file: string;
  /** What the engine makes of it. */
  readonly part: string;
  readonly #handle: FileHandle;
  #isClosed = false;
  #bytes = 0;
  #lastEnd = 0;
  #longestRecord = 0;

  constructor(file: string, part: string, handle: FileHandle) {
    this.file = file;
    this.part = part;
    this.#handle = handle;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** No record is longer than this; a bound, not a measurement. */
  get longestRecord(): number {
    return Math.max(this.#longestRecord, this.#bytes - this.#lastEnd);
  }

  /** `end`: how many of the bytes are up to the last end of a record in them, 0 if none. */
  async write(bytes: Buffer, end: number): Promise<void> {
    if (end > 0) {
      const position = this.#bytes + end;
      this.#longestRecord = Math.max(this.#longestRecord, position - this.#lastEnd);
      this.#lastEnd = position;
    }
    this.#bytes += bytes.length;
    for (let written = 0; written < bytes.length; ) {
      written += (await this.#handle.write(bytes, written)).bytesWritten;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }

  async deleteRecords(): Promise<void> {
    await rm(this.file, { force: true });
  }
}
