import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../domain/app-error.ts';
import type { EvidenceKind } from '../../domain/comparison/pair-report.ts';
import {
  type EvidencePage,
  type EvidenceReadTask,
  type EvidenceRequest,
  maxDownloadBytes,
  type RelayedType,
} from '../../domain/execution/protocol.ts';
import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { Cell, Row, SqlSession } from '../../engine/sql-session.ts';
import type { RelayAddress, RelayedBody } from '../protocol/execution-service.ts';
import { type EngineResources, openTaskEngine } from '../tasks/task-engine.ts';
import type { EvidenceOfTest } from './evidence-manifest.ts';
import { fileQuery, pageQuery } from './evidence-queries.ts';
import type { EvidenceStore } from './evidence-store.ts';

/** Hands a body to the reader that waits at the relay; resolves when it has all of it, or is gone. */
export type SendRelay = (to: RelayAddress, relayed: RelayedBody, signal: AbortSignal) => Promise<void>;

export interface EvidenceReading {
  readonly store: EvidenceStore;
  readonly engine: EngineResources;
  readonly send: SendRelay;
}

const copyOptions = {
  parquet: 'FORMAT parquet, COMPRESSION zstd',
  csv: 'FORMAT csv, HEADER true',
} as const;

const contentTypes = {
  page: 'application/json',
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv',
} as const satisfies Record<EvidenceRequest['form'], RelayedType>;

/** Little, for evidence is small and read beside as many comparisons as the executor takes: they share the rest. */
const readingBytes = 128 * 1024 ** 2;

/** Sends evidence to whoever asked for it. */
export async function readEvidence(
  { store, engine, send }: EvidenceReading,
  { file, request, ...to }: EvidenceReadTask,
  signal: AbortSignal,
): Promise<void> {
  await using stored = await store.read(file, signal);
  const test = stored?.manifest.tests[request.resultUuid];
  if (stored === null || test === undefined) throw gone();
  const { path } = stored;
  await using own = await openTaskEngine(
    { ...engine, memoryLimitBytes: readingBytes * engine.tasks, threads: 1 },
    [path],
  );
  const contentType = contentTypes[request.form];
  if (request.form === 'page') {
    const page = await readPage(own.session, path, test, request, signal);
    await send(to, { contentType, body: Readable.from([JSON.stringify(page)]) }, signal);
    return;
  }
  const copy = join(own.folder.staging, `evidence.${request.form}`);
  const sql = `COPY (${fileQuery(path, request.resultUuid, test)}) TO ${textLiteral(copy)} (${copyOptions[request.form]})`;
  await own.session.query({ sql }, { signal });
  const { size } = await stat(copy);
  if (size > maxDownloadBytes) throw tooLarge(size);
  await send(to, { contentType, body: createReadStream(copy) }, signal);
}

async function readPage(
  session: SqlSession,
  path: string,
  test: EvidenceOfTest,
  request: Extract<EvidenceRequest, { form: 'page' }>,
  signal: AbortSignal,
): Promise<EvidencePage> {
  const rows = await session.query({ sql: pageQuery(path, test, request) }, { signal });
  return {
    keys: test.keys,
    fields: test.fields,
    rows: rows.slice(0, request.limit).map((row) => evidenceRow(row, test)),
    hasMore: rows.length > request.limit,
  };
}

function evidenceRow(row: Row, { fields }: EvidenceOfTest): EvidencePage['rows'][number] {
  const [source, target] = [texts(row.source), texts(row.target)];
  const differing = texts(row.differing);
  const kind = row.kind as EvidenceKind;
  return {
    kind,
    key: texts(row.key) ?? [],
    cells: fields.map((_, place) => ({
      source: source?.[place] ?? null,
      target: target?.[place] ?? null,
      // Of repeated keys nobody can say which row is the other's; what is shown is what one side has too many of.
      differs: differing === null ? kind === 'different' : differing[place] === 'true',
    })),
    sourceRows: Number(row.source_rows),
    targetRows: Number(row.target_rows),
  };
}

function texts(cell: Cell | undefined): readonly (string | null)[] | null {
  if (!Array.isArray(cell)) return null;
  return cell.map((value) => (value === null ? null : String(value)));
}

function gone(): AppError {
  return new AppError('evidence_gone', {
    detail: 'The evidence is not in the store any more: it was deleted there. Run the test again.',
  });
}

function tooLarge(bytes: number): AppError {
  return new AppError('evidence_too_large', {
    detail: `The evidence has ${bytes} bytes, and at most ${maxDownloadBytes} can be downloaded. Read it in pages, or run the test with fewer rows of evidence.`,
  });
}
