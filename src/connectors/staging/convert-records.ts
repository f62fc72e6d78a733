import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { RecordChunk, StagingFolder } from './staging-folder.ts';
import { lastRecordEnd, recordFormat } from './text-records.ts';
import type { WireReading } from './wire-reading.ts';

/** A column on its way from the records into the parts. */
export interface StagingColumn {
  readonly name: string;
  readonly reading: WireReading;
  /** Its name in the records, in the parts, and for texts without a value in the parts. */
  readonly raw: string;
  readonly column: string;
  readonly unreadable: string;
}

export interface ConversionContext {
  readonly session: SqlSession;
  readonly signal?: AbortSignal | undefined;
  /** Told how many rows the engine has. */
  readonly onRows?: ((rows: number) => void) | undefined;
}

/**
 * Bytes of records that are handed to the engine at a time. While it converts one chunk the next is received, so twice
 * this is on disk at most; smaller ones make more parts, and larger ones keep the two from overlapping. Measured
 * between 8 and 64 MiB: no difference (bench/staging).
 */
const chunkBytes = 32 * 1024 ** 2;

/** Receives a chunk while the engine converts the one before; never more than that, which holds the sender back. */
export async function convertRecords(
  records: AsyncIterable<Buffer>,
  columns: readonly StagingColumn[],
  folder: StagingFolder,
  context: ConversionContext,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let rows = 0;
  let converting: Promise<void> = Promise.resolve();
  const convert = async (chunk: RecordChunk) => {
    await chunk.close();
    await converting;
    converting = convertChunk(chunk, columns, context).then((count) => {
      rows += count;
      context.onRows?.(rows);
    });
    // It is awaited before the next; until then its failure must not count as unhandled.
    converting.catch(() => undefined);
    parts.push(chunk.part);
  };

  let chunk = await folder.nextChunk();
  try {
    for await (const bytes of records) {
      const end = lastRecordEnd(bytes);
      if (end > 0 && chunk.bytes + end >= chunkBytes) {
        await chunk.write(bytes.subarray(0, end), end);
        await convert(chunk);
        chunk = await folder.nextChunk();
        await chunk.write(bytes.subarray(end), 0);
      } else {
        await chunk.write(bytes, end);
      }
    }
    if (chunk.bytes > 0 || parts.length === 0) await convert(chunk);
    await converting;
    return parts;
  } finally {
    // Whoever deletes the folder must not do so under a running statement.
    await Promise.allSettled([converting, chunk.close()]);
  }
}

async function convertChunk(
  chunk: RecordChunk,
  columns: readonly StagingColumn[],
  { session, signal }: ConversionContext,
): Promise<number> {
  const selected = columns.flatMap(({ reading, raw, column, unreadable }) => {
    const value = reading.value(raw);
    const own = `${value} AS ${identifier(column)}`;
    if (reading.asText === null) return [own];
    return [
      own,
      `CASE WHEN ${raw} IS NOT NULL AND ${value} IS NULL THEN ${raw} END AS ${identifier(unreadable)}`,
    ];
  });
  const rows = `SELECT ${selected.join(', ')} FROM ${readRecords(chunk, columns)}`;
  const [result] = await session.query(
    { sql: `COPY (${rows}) TO ${textLiteral(chunk.part)} (FORMAT parquet, COMPRESSION snappy)` },
    { signal },
  );
  await chunk.deleteRecords();
  return Number(result?.Count ?? 0);
}

/** DuckDB's own limit of a record where none is given, and of its buffer. */
const longestRecordByDefault = 2_000_000;
const bufferByDefault = 32_000_000;

/** Nothing is left to be guessed, and nothing that does not fit is skipped or filled up. */
function readRecords({ file, longestRecord }: RecordChunk, columns: readonly StagingColumn[]): string {
  const types = columns.map(({ raw, reading }) => `${raw}: ${textLiteral(reading.carriedAs)}`);
  types.push("record_end: 'VARCHAR'");
  const options: Readonly<Record<string, string>> = {
    auto_detect: 'false',
    header: 'false',
    columns: `{${types.join(', ')}}`,
    delim: textLiteral(recordFormat.delimiter),
    quote: "''",
    escape: "''",
    nullstr: textLiteral(recordFormat.nullText),
    strict_mode: 'true',
    new_line: "'\\n'",
    compression: "'none'",
    // The other processors are the server's and the receiver's.
    parallel: 'false',
    ...(longestRecord >= longestRecordByDefault
      ? {
          max_line_size: String(longestRecord + 1),
          buffer_size: String(Math.max(bufferByDefault, 2 * longestRecord)),
        }
      : {}),
  };
  const named = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${[textLiteral(file), ...named].join(', ')})`;
}
