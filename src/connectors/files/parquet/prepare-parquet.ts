import { AppError } from '../../../domain/app-error.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import { refuseRepeatedNames, refuseTooManyColumns } from '../column-names.ts';
import { enginePath } from '../engine-path.ts';
import type { DatasetColumn, DatasetNote, FileDataset, PreparationContext } from '../file-dataset.ts';
import type { FileKind } from '../file-format.ts';
import { childrenOf, logicalTypeOf } from '../logical-type-of.ts';
import { parseNativeType } from '../native-type.ts';
import { checkParquetEnvelope } from './check-envelope.ts';
import { countsHybrid, type FileCalendar, holdsDays, readFileCalendar } from './hybrid-calendar.ts';
import { readLeaf } from './leaf-type.ts';
import { gregorianRelation, type OpenedFile, readSql } from './parquet-relation.ts';
import {
  describeNode,
  hasFoldedNames,
  leavesOf,
  type ParquetNode,
  readParquetSchema,
} from './parquet-schema.ts';

/** Opens the Parquet files of a dataset by their footers; the data itself is read by the comparison. */
export async function prepareParquet(
  kinds: readonly FileKind[],
  context: PreparationContext,
): Promise<FileDataset> {
  const files: OpenedFile[] = [];
  for (const { file, compression } of kinds) {
    if (compression !== null) throw packed(file, compression);
    await checkParquetEnvelope(file);
    const path = await enginePath(file, context.stagingDirectory);
    files.push({ file, path, calendar: await calendarOf(file, path, context) });
  }
  const schema = await commonSchema(files, context);
  refuseTooManyColumns(files[0]?.file ?? '', schema.length);
  refuseRepeatedNames(
    files[0]?.file ?? '',
    schema.map(({ name }) => name),
    'Write the file again with different names.',
  );
  const described = await context.session.query(
    { sql: `DESCRIBE SELECT * FROM ${readSql(files)}` },
    { signal: context.signal },
  );
  const calendars = files.map(({ calendar }) => calendar);
  const read = described.map((row, index) =>
    fieldOf(schema[index], String(row.column_name), String(row.column_type), calendars),
  );
  return Object.freeze<FileDataset>({
    format: 'parquet',
    relation: {
      from: gregorianRelation(
        files,
        read.map(({ field }, index) => ({ field, node: schema[index] })),
        context.fileColumn,
      ),
    },
    columns: read.map(({ field }) => field),
    rows: await countRows(files, context),
    paths: new Map(files.map(({ file, path }) => [file, path])),
    notes: read.flatMap(({ notes }) => notes),
    findDefect: (signal) =>
      findDefect(
        files,
        read.map(({ field }) => field),
        { ...context, signal },
      ),
  });
}

async function calendarOf(
  file: string,
  path: string,
  { session, signal }: PreparationContext,
): Promise<FileCalendar> {
  return readFileCalendar(session, path, signal).catch((cause) => {
    throw damaged(file, 'its footer cannot be read', cause);
  });
}

async function commonSchema(
  files: readonly OpenedFile[],
  { session, signal }: PreparationContext,
): Promise<readonly ParquetNode[]> {
  let first: readonly ParquetNode[] | null = null;
  for (const { file, path } of files) {
    const schema = await readParquetSchema(session, path, signal).catch((cause) => {
      throw damaged(file, 'its footer cannot be read', cause);
    });
    first ??= schema;
    refuseOtherColumns(file, schema, files[0]?.file ?? '', first);
  }
  return first ?? [];
}

function refuseOtherColumns(
  file: string,
  own: readonly ParquetNode[],
  firstFile: string,
  first: readonly ParquetNode[],
): void {
  const longest = Math.max(own.length, first.length);
  for (let index = 0; index < longest; index += 1) {
    const [here, there] = [own[index], first[index]].map((node) =>
      node === undefined ? 'absent' : describeNode(node),
    );
    if (here === there) continue;
    throw new AppError('dataset_schema_mixed', {
      detail: `Column ${index + 1} is ${here} in ${file} and ${there} in ${firstFile}. All files of a dataset need the same columns of the same types in the same order.`,
    });
  }
}

function fieldOf(
  node: ParquetNode | undefined,
  column: string,
  nativeType: string,
  calendars: readonly FileCalendar[],
): { field: DatasetColumn; notes: readonly DatasetNote[] } {
  if (node === undefined)
    throw new TypeError(`The engine reads a column ${column} that the file does not have.`);
  const notes: DatasetNote[] = [];
  const note = (code: DatasetNote['code'], what: string) =>
    notes.push({ code, detail: `${node.name} ${what}.` });
  const native = parseNativeType(nativeType);
  const leaves = [...leavesOf(node)];
  const byLeaf = logicalTypeOf(native, (known) => readLeaf(leaves.shift(), known, note));
  let logicalType: LogicalType = byLeaf;
  if (hasFoldedNames(node)) {
    note(
      'type_not_read',
      'has inner fields whose names differ only in case, which the engine cannot tell apart; it is not compared',
    );
    logicalType = { kind: 'unknown' };
  }
  if (calendars.some(countsHybrid) && native.kind !== 'scalar' && holdsDays(logicalType)) {
    note(
      'type_not_read',
      'has dates or timestamps inside it that Spark counted by its old calendar; it is not compared',
    );
    logicalType = { kind: 'unknown' };
  }
  const children = childrenOf(native, logicalType);
  const field: DatasetColumn = {
    name: node.name,
    column,
    logicalType,
    nativeType,
    nullable: !node.required,
    allNull: node.children.length === 0 && /^(Null|Unknown)/i.test(node.annotation),
    ...(children === undefined ? {} : { children }),
  };
  return { field, notes };
}

async function countRows(
  files: readonly OpenedFile[],
  { session, signal }: PreparationContext,
): Promise<number> {
  const paths = files.map(({ path }) => textLiteral(path)).join(', ');
  const sql = `SELECT sum(num_rows) AS rows FROM parquet_file_metadata([${paths}])`;
  const [row] = await session.query({ sql }, { signal });
  return Number(row?.rows ?? 0);
}

/** Reads each column of each file by itself, to name the first that cannot be. */
async function findDefect(
  files: readonly OpenedFile[],
  fields: readonly DatasetColumn[],
  { session, signal }: PreparationContext,
): Promise<AppError | null> {
  for (const { file, path } of files) {
    for (const { name, column } of fields) {
      const sql = `SELECT bit_xor(hash(${identifier(column)})) FROM read_parquet(${textLiteral(path)})`;
      try {
        await session.query({ sql }, { signal });
      } catch (cause) {
        return damaged(file, `the pages of column ${JSON.stringify(name)} cannot be read`, cause);
      }
    }
  }
  return null;
}

/** A damaged file can make the reader fail in any way; being told to stop is another matter, and too little memory may be. */
function damaged(file: string, what: string, cause: unknown): AppError {
  if (cause instanceof AppError && cause.code === 'comparison_cancelled') return cause;
  if (cause instanceof AppError && cause.code === 'engine_resources_exhausted') {
    const detail = `${file}: ${what} with the memory that there is, unless the file is damaged. ${cause.message}`;
    return new AppError(cause.code, { detail }, { cause });
  }
  const detail = `${file} is damaged Parquet: ${what}. Get a good copy of it.`;
  return new AppError('dataset_unreadable', { detail }, { cause });
}

function packed(file: string, compression: string): AppError {
  return new AppError('dataset_format_unknown', {
    detail: `${file} is Parquet inside ${compression}, which cannot be read in parts. Unpack it first; Parquet compresses its own pages.`,
  });
}
