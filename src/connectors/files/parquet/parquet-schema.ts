import { textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { Row, SqlSession } from '../../../engine/sql-session.ts';

/** An element of a Parquet schema, with what is inside it. */
export interface ParquetNode {
  readonly name: string;
  /** `INT96`, `FIXED_LEN_BYTE_ARRAY`; null for a group. */
  readonly physicalType: string | null;
  readonly required: boolean;
  readonly precision: number | null;
  /** The annotation in the words of the format's Thrift definition: `TimestampType(isAdjustedToUTC=1, …)`. */
  readonly annotation: string;
  readonly children: readonly ParquetNode[];
}

/** The columns of a file, from its footer. */
export async function readParquetSchema(
  session: SqlSession,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ParquetNode[]> {
  const sql =
    'SELECT name, type, repetition_type, num_children, converted_type, precision, logical_type ' +
    `FROM parquet_schema(${textLiteral(path)})`;
  const rows = [...(await session.query({ sql }, { signal }))];
  return takeNode(rows).children;
}

/** The schema is stored depth first: each group is followed by as many children as it says. */
function takeNode(rows: Row[]): ParquetNode {
  const row = rows.shift();
  if (row === undefined) throw new TypeError('A Parquet schema ended before its groups were complete.');
  const text = (name: string) => (row[name] === null ? null : String(row[name]));
  const children = Array.from({ length: Number(text('num_children') ?? 0) }, () => takeNode(rows));
  return {
    name: text('name') ?? '',
    physicalType: text('type'),
    required: text('repetition_type') === 'REQUIRED',
    precision: text('precision') === null ? null : Number(text('precision')),
    annotation: text('logical_type') ?? text('converted_type') ?? '',
    children,
  };
}

export function leavesOf(node: ParquetNode): readonly ParquetNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/** Whether a group somewhere inside has members whose names differ only in case: the engine renames them. */
export function hasFoldedNames(node: ParquetNode): boolean {
  const names = node.children.map((child) => child.name.toLowerCase());
  return new Set(names).size < names.length || node.children.some(hasFoldedNames);
}

/** What the file promises about a column, in one line: two files with the same text have the same columns. */
export function describeNode(node: ParquetNode): string {
  const inner =
    node.children.length > 0 ? `{${node.children.map(describeNode).join(', ')}}` : node.physicalType;
  return [JSON.stringify(node.name), inner, node.annotation].filter((part) => part !== '').join(' ');
}
