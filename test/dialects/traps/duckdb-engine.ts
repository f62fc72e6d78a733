import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import { locateFiles } from '../../../src/connectors/files/locate-files.ts';
import { openFileDataset } from '../../../src/connectors/files/open-file-dataset.ts';
import { textLiteral } from '../../../src/engine/dialects/duckdb/lexical.ts';
import { duckDbQuery } from '../../support/duckdb-relations.ts';
import { writeParquetByHand } from '../../support/parquet-file.ts';
import { type Relation, someType } from '../../support/relations.ts';
import { csvOf, ndjsonOf } from '../../support/text-files.ts';
import { compareCase } from './compare-case.ts';
import type { RanCase, TrapEngine } from './engines.ts';
import type { TrapCase } from './trap.ts';

/** DuckDB over files: each case is written as Parquet, and as CSV and JSON where they can hold it. */
export async function openDuckDb(): Promise<TrapEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-traps-'));
  const writer = await (await DuckDBInstance.create(':memory:')).connect();
  const session = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 30,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 30,
    threads: 2,
  });
  let count = 0;

  const write = async (relation: Relation, variant: string): Promise<string> => {
    count += 1;
    const file = join(folder, `${count}.${variant}`);
    if (variant === 'csv') await writeFile(file, csvOf(relation));
    else if (variant === 'json') await writeFile(file, ndjsonOf(relation));
    else if (onlyByHand(relation)) await writeParquetByHand(file, relation);
    else await writer.run(copyToParquet(relation, file));
    return file;
  };

  const run = async (trapCase: TrapCase, variant: string): Promise<RanCase> => {
    const evidenceDirectory = await mkdtemp(join(folder, 'evidence-'));
    return compareCase(trapCase, { session, evidenceDirectory }, async (relation, zone, recorded) => {
      const located = await locateFiles(await write(relation, variant), [folder]);
      const context = { session: recorded, stagingDirectory: folder };
      const dataset = await openFileDataset(located, zone === undefined ? {} : { zone }, context);
      return { ...dataset, zone: zone ?? null };
    });
  };

  return {
    variantsOf: (trapCase) => ['parquet', ...(trapCase.alsoAs ?? [])],
    run,
    async [Symbol.asyncDispose]() {
      writer.closeSync();
      await session.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** DuckDB writes no INT96, and takes names that differ only in case for the same. */
function onlyByHand({ columns }: Relation): boolean {
  const folded = new Set(columns.map(({ name }) => name.toLowerCase()));
  return (
    folded.size < columns.length || columns.some(({ type }) => someType(type, ({ kind }) => kind === 'int96'))
  );
}

function copyToParquet(relation: Relation, file: string): string {
  const entries = Object.entries(relation.metadata ?? {}).map(
    ([key, value]) => `${textLiteral(key)}: ${textLiteral(value)}`,
  );
  const metadata = entries.length > 0 ? `, KV_METADATA {${entries.join(', ')}}` : '';
  return `COPY (${duckDbQuery(relation)}) TO ${textLiteral(file)} (FORMAT parquet${metadata})`;
}
