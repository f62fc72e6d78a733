import { identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import { nativeTypeText } from '../logical-type-of.ts';
import type { NativeType } from '../native-type.ts';
import type { JsonFiles } from './open-json-files.ts';

export interface JsonColumn {
  /** The key, exactly as the records write it. */
  readonly name: string;
  /** Its name in the relation. */
  readonly column: string;
  readonly type: NativeType;
  /** Read as text, to find the type that loses nothing. */
  readonly isNumber: boolean;
}

/** The records as JSON, in a column `json`. */
export function readRecordsSql({ paths, layout }: JsonFiles, fileColumn?: string): string {
  return `read_json_objects(${fileList(paths)}, format = ${textLiteral(layout)}, hive_partitioning = false${filename(fileColumn)})`;
}

/** The path of each row's file, in a column of this name. */
function filename(column: string | undefined): string {
  return column === undefined ? '' : `, filename = ${textLiteral(column)}`;
}

/**
 * The records as columns. The reader takes keys by their exact name, but cannot be given two that differ only in case;
 * such records are taken apart by JSON pointers, and what is nested in them stays JSON.
 */
export function readJsonSql(files: JsonFiles, columns: readonly JsonColumn[], fileColumn?: string): string {
  if (columns.length === 0) return readRecordsSql(files, fileColumn);
  if (columns.every(({ name, column }) => name === column)) {
    const types = columns.map(
      ({ name, type }) => `${textLiteral(name)}: ${textLiteral(nativeTypeText(type))}`,
    );
    return `read_json(${fileList(files.paths)}, format = ${textLiteral(files.layout)}, columns = {${types.join(', ')}}, hive_partitioning = false${filename(fileColumn)})`;
  }
  const taken = columns.map(({ name, column, type }) => `${takeSql(name, type)} AS ${identifier(column)}`);
  const file = fileColumn === undefined ? [] : [identifier(fileColumn)];
  return `(SELECT ${[...taken, ...file].join(', ')} FROM ${readRecordsSql(files, fileColumn)})`;
}

function takeSql(name: string, type: NativeType): string {
  const pointer = textLiteral(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  if (type.kind !== 'scalar' || type.name === 'JSON') return `json_extract(json, ${pointer})`;
  return `CAST(json_extract_string(json, ${pointer}) AS ${nativeTypeText(type)})`;
}

function fileList(paths: readonly string[]): string {
  return `[${paths.map(textLiteral).join(', ')}]`;
}
