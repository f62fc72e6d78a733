import { AppError } from '../../../domain/app-error.ts';
import { identifier } from '../../../engine/dialects/duckdb/lexical.ts';
import { refuseTooManyColumns, relationColumns } from '../column-names.ts';
import type { DatasetColumn, FileDataset, PreparationContext } from '../file-dataset.ts';
import type { FileKind } from '../file-format.ts';
import { type InferredColumn, inferTypes } from '../infer/infer-types.ts';
import { numberKinds } from '../infer/value-kinds.ts';
import { childrenOf, logicalTypeOf, nativeTypeText } from '../logical-type-of.ts';
import { fileColumnOf } from '../partitions.ts';
import type { ReadingOptions } from '../reading-options.ts';
import { isAboutData, jsonFault } from './json-errors.ts';
import { type IntegerType, isNumber, type JsonStructure, nativeTypeOf } from './json-structure.ts';
import { openJsonFiles } from './open-json-files.ts';
import { type JsonColumn, readJsonSql, readRecordsSql } from './read-json-sql.ts';

/** Opens the JSON files of a dataset: finds the structure of all records, then the types of the columns that are numbers. */
export async function prepareJson(
  kinds: readonly FileKind[],
  options: ReadingOptions,
  context: PreparationContext,
): Promise<FileDataset> {
  const { files, notes } = await openJsonFiles(kinds, options, context);
  try {
    const { structure, rows } = await readStructure(readRecordsSql(files), context);
    const names = Object.keys(structure);
    refuseTooManyColumns(files.sources.map(({ file }) => file).join(', '), names.length);
    const columns = relationColumns(names);
    const read = async (integers: IntegerType) => {
      const wanted = names.map<JsonColumn>((name, index) =>
        columnOf(name, columns[index] ?? '', structure[name], integers),
      );
      const from = readJsonSql(files, wanted, context.fileColumn);
      const texts = wanted.map(({ column, isNumber: number }) => ({
        name: column,
        candidates: number ? numberKinds : 0,
      }));
      return { wanted, from, inferred: await inferTypes(context.session, from, texts, context.signal) };
    };
    // Integers inside lists and objects seldom outgrow 64 bits; the reader refuses those that do.
    const { wanted, from, inferred } = await read('BIGINT').catch((error) => {
      if (!isAboutData(error)) throw error;
      return read('DECIMAL');
    });
    const typed = wanted.map((column, index) => typedColumn(column, inferred[index]));
    return Object.freeze<FileDataset>({
      format: 'json',
      relation: {
        from: `(SELECT ${[...typed.map(({ sql }) => sql), ...fileColumnOf(context)].join(', ') || 'NULL AS nothing'} FROM ${from})`,
        readWhole: true,
      },
      columns: typed.map(({ field }) => field),
      rows,
      paths: new Map(files.sources.map(({ file }, index) => [file, files.paths[index] ?? file])),
      notes,
      findDefect: async () => null,
    });
  } catch (cause) {
    if (!isAboutData(cause)) throw cause;
    throw await jsonFault(files.sources, files.layout, cause, context.signal);
  }
}

async function readStructure(
  records: string,
  { session, signal }: PreparationContext,
): Promise<{ structure: Readonly<Record<string, JsonStructure>>; rows: number }> {
  // The engine finds a common structure in one text of all that it is given, so it is given one record of each structure,
  // the most frequent first: their order becomes that of the columns.
  const kinds = `SELECT any_value(json) AS record, count(*) AS records, count(*) FILTER (WHERE json_type(json) <> 'OBJECT') AS others, json_structure(json)::VARCHAR AS kind FROM ${records} GROUP BY kind`;
  const sql = `SELECT json_structure(to_json(list(record ORDER BY records DESC, kind))) -> 0 AS structure, coalesce(sum(records), 0) AS rows, coalesce(sum(others), 0) AS others FROM (${kinds})`;
  const [row] = await session.query({ sql }, { signal });
  // A record that is null would be read as a row of NULLs, which it is not.
  if (row === undefined || Number(row.others) > 0) {
    throw new AppError('dataset_unreadable', { detail: 'A record is no object.' });
  }
  const structure = typeof row.structure === 'string' ? JSON.parse(row.structure) : {};
  return { structure, rows: Number(row.rows) };
}

function columnOf(
  name: string,
  column: string,
  structure: JsonStructure | undefined,
  integers: IntegerType,
): JsonColumn {
  const known = structure ?? 'NULL';
  const number = isNumber(known);
  // A column of numbers is read as text first, so that 9007199254740993 beside 1.5 does not become a double.
  const type = number || known === 'NULL' ? text : nativeTypeOf(known, integers);
  return { name, column, type, isNumber: number };
}

const text = Object.freeze({ kind: 'scalar', name: 'VARCHAR', parameters: [] });

function typedColumn(
  column: JsonColumn,
  inferred: InferredColumn | undefined,
): { sql: string; field: DatasetColumn } {
  const from = identifier(column.column);
  const values = inferred?.profile.values ?? 0;
  const common = {
    name: column.name,
    column: column.column,
    nullable: values < (inferred?.profile.rows ?? 0),
    allNull: values === 0,
  };
  if (column.isNumber && inferred !== undefined) {
    const { castTo, logicalType } = inferred.type;
    const sql = castTo === null ? from : `CAST(${from} AS ${castTo}) AS ${from}`;
    return { sql, field: { ...common, logicalType, nativeType: castTo ?? 'VARCHAR' } };
  }
  const logicalType = logicalTypeOf(column.type);
  const children = childrenOf(column.type, logicalType);
  const nativeType = nativeTypeText(column.type);
  return {
    sql: from,
    field: { ...common, logicalType, nativeType, ...(children === undefined ? {} : { children }) },
  };
}
