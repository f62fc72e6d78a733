import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { FileDataset } from '../../../src/connectors/files/file-dataset.ts';
import { locateFiles } from '../../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../../src/connectors/files/open-file-dataset.ts';
import { parseReadingOptions } from '../../../src/connectors/files/reading-options.ts';
import type { Row } from '../../../src/engine/sql-session.ts';

export type Content = string | Uint8Array;

/** A folder of this test file's own, with an engine that may read it; both go when the tests are over. */
export class FileFixtures {
  readonly folder: string;
  readonly staging: string;
  readonly session: DuckDbSession;

  private constructor(folder: string, staging: string, session: DuckDbSession) {
    this.folder = folder;
    this.staging = staging;
    this.session = session;
  }

  static async create(memoryLimitBytes = 512 * 1024 * 1024): Promise<FileFixtures> {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
    const staging = join(folder, '.staging');
    mkdirSync(staging);
    const session = await DuckDbSession.open({
      allowedDirectories: [folder],
      allowedPaths: [],
      memoryLimitBytes,
      spillDirectory: staging,
      maxSpillBytes: 1024 * 1024 * 1024,
      threads: 2,
    });
    after(async () => {
      await session.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return new FileFixtures(folder, staging, session);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes files, named by their paths below the folder. */
  write(files: Readonly<Record<string, Content>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), content);
    }
  }

  /** Has the engine write a file of a query. */
  async parquet(name: string, select: string): Promise<void> {
    await this.written(name, select, 'parquet');
  }

  async written(name: string, select: string, format: 'parquet' | 'csv' | 'json'): Promise<void> {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    await this.session.query({
      sql: `COPY (${select}) TO '${this.path(name).replaceAll("'", "''")}' (FORMAT ${format})`,
    });
  }

  async open(reference: string, ...reading: readonly string[]): Promise<FileDataset> {
    const located = await locateFiles(this.path(reference), null);
    return openFileDataset(located, parseReadingOptions(reading), {
      session: this.session,
      stagingDirectory: this.staging,
    });
  }

  async rows(dataset: FileDataset): Promise<readonly Row[]> {
    const columns = dataset.columns.map(
      ({ column }) => `CAST(${quoted(column)} AS VARCHAR) AS ${quoted(column)}`,
    );
    return this.session.query({ sql: `SELECT ${columns.join(', ')} FROM ${dataset.relation.from} AS t` });
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
