import type { FieldNode } from '../../../domain/comparison/field-tree.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { familyOf, isNumeric, isScalar } from '../../../domain/comparison/logical-type-traits.ts';
import { call, cast, identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { QueryOptions, Row, SqlSession } from '../../../engine/sql-session.ts';
import type { FileDataset } from '../file-dataset.ts';

/** What one scan found out about the values of a field. */
export interface ValueProfile {
  readonly nulls: number;
  readonly distinct: { readonly count: number; readonly exact: boolean };
  /** Canonical texts, of numbers and times only; null for the rest, and where there is no value. */
  readonly min: string | null;
  readonly max: string | null;
}

/** By field. Those without one: containers, what the engine cannot read, and fields inside collections. */
export type ValueProfiles = ReadonlyMap<FieldNode, ValueProfile>;

/** Up to this many cells distinct values are counted exactly: one hash table entry each, some tens of megabytes. */
const exactCells = 1_000_000;

/** Looks at every value of the dataset once. */
export async function profileDataset(
  session: SqlSession,
  { relation, columns, rows }: FileDataset,
  options: QueryOptions,
): Promise<ValueProfiles> {
  const leaves = columns.flatMap((column) => leavesOf(column, identifier(column.column)));
  const exact = rows * leaves.length <= exactCells;
  const aggregates = leaves.flatMap((leaf, index) => aggregatesOf(leaf, index, exact));
  const sql = `SELECT ${['count(*) AS n', ...aggregates].join(', ')} FROM ${relation.from}`;
  const [row = {}] = await session.query({ sql }, options);
  return new Map(leaves.map((leaf, index) => [leaf.field, profileOf(row, leaf, index, exact)]));
}

interface Leaf {
  readonly field: FieldNode;
  readonly expression: string;
}

/** The scalars of a field that are there once per row: itself, or those inside its structs. */
function leavesOf(field: FieldNode, expression: string): readonly Leaf[] {
  if (isScalar(field.logicalType)) return [{ field, expression }];
  if (field.logicalType.kind !== 'struct') return [];
  return (field.children ?? []).flatMap((child) =>
    leavesOf(child, call('struct_extract', expression, textLiteral(child.name))),
  );
}

function aggregatesOf({ field, expression }: Leaf, index: number, exact: boolean): readonly string[] {
  const distinct = exact ? `count(DISTINCT ${expression})` : call('approx_count_distinct', expression);
  return [
    `count(${expression}) AS v${index}`,
    `${distinct} AS d${index}`,
    ...(hasBounds(field.logicalType)
      ? [
          `${cast(call('min', expression), 'VARCHAR')} AS l${index}`,
          `${cast(call('max', expression), 'VARCHAR')} AS g${index}`,
        ]
      : []),
  ];
}

function hasBounds(type: LogicalType): boolean {
  return isNumeric(type) || familyOf(type) === 'temporal';
}

function profileOf(row: Row, { field }: Leaf, index: number, exact: boolean): ValueProfile {
  const count = Number(row[`v${index}`]);
  const distinct = Number(row[`d${index}`]);
  return {
    nulls: Number(row.n) - count,
    // An estimate can exceed what there is.
    distinct: { count: Math.min(distinct, count), exact },
    min: canonicalText(row[`l${index}`], field.logicalType),
    max: canonicalText(row[`g${index}`], field.logicalType),
  };
}

const specialDoubles: Readonly<Record<string, string>> = {
  nan: 'NaN',
  inf: 'Infinity',
  '-inf': '-Infinity',
  '-0': '0',
  '-0.0': '0',
};

/** As every engine writes the value; null for times before the common era and beyond all calendars. */
function canonicalText(cell: Row[string] | undefined, type: LogicalType): string | null {
  if (typeof cell !== 'string') return null;
  if (type.kind === 'double') return specialDoubles[cell] ?? cell.replace(/\.0$/, '');
  if (familyOf(type) !== 'temporal') return cell;
  if (!/^[0-9:. +-]+$/.test(cell)) return null;
  return cell.replace(' ', 'T').replace(/\+00$/, 'Z');
}
