import { AppError } from '../../domain/app-error.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { StagedColumn, StagedDataset } from '../connector.ts';
import type { SentRecords } from '../database/database-session.ts';
import { relationColumns } from '../files/column-names.ts';
import { type ConversionContext, convertRecords, type StagingColumn } from './convert-records.ts';
import { StagingFolder } from './staging-folder.ts';
import { wireReading } from './wire-reading.ts';

/** A column of the records, in their order. */
export interface RecordColumn {
  readonly name: string;
  readonly logicalType: LogicalType;
  readonly nullable: boolean;
  /** See `DescribedField`. */
  readonly declared: boolean;
}

export interface StagingContext extends ConversionContext {
  readonly stagingDirectory: string;
  /** For messages. */
  readonly table: string;
}

/**
 * Copies records (`recordFormat`; forms of values: `WireReading`) into Parquet files of the engine, in bounded memory. The rows
 * that come out must be as many as were sent. On failure nothing is left.
 */
export async function stageRecords(
  sent: SentRecords,
  columns: readonly RecordColumn[],
  context: StagingContext,
): Promise<StagedDataset> {
  const folder = await StagingFolder.create(context.stagingDirectory);
  try {
    const staged = stagedColumns(columns);
    const parts = await convertRecords(sent.records, staged, folder, context);
    const count = await sent.count();
    const loaded = await inspectParts(parts, staged, context);
    if (loaded.rows !== count) {
      throw new Error(`${context.table}: ${count} rows were sent and ${loaded.rows} arrived in staging.`);
    }
    refuseOutgrown(staged, loaded, context.table);
    return Object.freeze<StagedDataset>({
      relation: { from: relationOf(parts, staged, loaded) },
      columns: Object.freeze(staged.map((column, index) => fieldOf(column, loaded.unreadable[index] ?? 0))),
      rows: loaded.rows,
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    });
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

type Column = RecordColumn & StagingColumn;

function stagedColumns(columns: readonly RecordColumn[]): readonly Column[] {
  const names = columns.map(({ name }) => name);
  const distinct = relationColumns([...names, ...names.map((name) => `${name}~unreadable`)]);
  return columns.map((column, index) => ({
    ...column,
    reading: wireReading(column.logicalType, column.declared),
    raw: `c${index}`,
    column: distinct[index] ?? '',
    unreadable: distinct[columns.length + index] ?? '',
  }));
}

interface Loaded {
  readonly rows: number;
  /** By column: texts without a value. */
  readonly unreadable: readonly number[];
  /** Of those, the ones that are numbers all the same. */
  readonly outgrown: readonly number[];
}

async function inspectParts(
  parts: readonly string[],
  columns: readonly Column[],
  { session, signal }: StagingContext,
): Promise<Loaded> {
  const counts = columns.flatMap(({ reading, unreadable }, index) => {
    if (reading.asText === null) return [];
    const text = identifier(unreadable);
    return [
      `count(${text}) AS u${index}`,
      `count(*) FILTER (regexp_full_match(${text}, '-?[0-9.]+')) AS o${index}`,
    ];
  });
  const [row] = await session.query(
    { sql: `SELECT count(*) AS n${['', ...counts].join(', ')} FROM ${readParts(parts)}` },
    { signal },
  );
  return {
    rows: Number(row?.n ?? 0),
    unreadable: columns.map((_, index) => Number(row?.[`u${index}`] ?? 0)),
    outgrown: columns.map((_, index) => Number(row?.[`o${index}`] ?? 0)),
  };
}

/** A number that was measured once and has more digits now is no value that cannot be converted: it was not looked at. */
function refuseOutgrown(columns: readonly Column[], { outgrown }: Loaded, table: string): void {
  const column = columns.find(({ declared }, index) => !declared && (outgrown[index] ?? 0) > 0);
  if (column === undefined) return;
  throw new AppError('dataset_schema_changed', {
    detail: `Numbers in column ${JSON.stringify(column.name)} of ${table} have more digits than when the dataset was prepared. Prepare it again.`,
  });
}

function relationOf(parts: readonly string[], columns: readonly Column[], { unreadable }: Loaded): string {
  const selected = columns.map(({ reading, column, unreadable: text }, index) => {
    const name = identifier(column);
    if (reading.asText === null || unreadable[index] === 0) return name;
    return `coalesce(${identifier(text)}, ${reading.asText.text(name)}) AS ${name}`;
  });
  return `(SELECT ${selected.join(', ')} FROM ${readParts(parts)})`;
}

function readParts(parts: readonly string[]): string {
  return `read_parquet([${parts.map(textLiteral).join(', ')}], hive_partitioning = false)`;
}

function fieldOf({ name, column, nullable, logicalType, reading }: Column, unreadable: number): StagedColumn {
  if (unreadable === 0 || reading.asText === null) {
    return Object.freeze({
      name,
      column,
      nullable,
      logicalType,
      nativeType: reading.stagedType,
      readAs: null,
    });
  }
  return Object.freeze({
    name,
    column,
    nullable,
    logicalType: { kind: 'string' as const },
    nativeType: 'VARCHAR',
    readAs: { binding: reading.asText.binding, unreadable },
  });
}
