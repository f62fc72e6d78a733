import { fieldTree } from '../../domain/comparison/field-tree.ts';
import { identifier, qualified, textLiteral } from '../../engine/dialects/postgresql/lexical.ts';
import {
  logicalTypeOf,
  type MeasuredDigits,
  measuredNumeric,
} from '../../engine/dialects/postgresql/logical-type-of.ts';
import type { PostgresqlType } from '../../engine/dialects/postgresql/native-type.ts';
import { sourceColumn } from '../../engine/dialects/postgresql/source-column.ts';
import { exactly, noted, type TypeReading } from '../../engine/pushdown/type-reading.ts';
import type { DatasetSchema, DescribedField, FieldNote } from '../connector.ts';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import type { DatabaseSession } from '../database/database-session.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { TableName } from '../outbound/database-address.ts';
import { entryKind, estimateOf } from './browse.ts';
import { type DeclaredType, readTypes } from './read-types.ts';

/**
 * Looks a table up. The type of a numeric without precision is what `prepared` has it as, where the dataset was
 * prepared before; otherwise its column is measured.
 */
export async function openTable(
  session: DatabaseSession,
  context: FailureContext,
  name: TableName,
  prepared: readonly DescribedField[] | null,
): Promise<OpenTable> {
  const table = await findTable(session, context, name);
  const declared = await readColumns(session, table.oid);
  const typeOf = await readTypes(
    session,
    declared.map(({ declaredType }) => declaredType),
  );
  const typed = declared.map((column) => ({ ...column, type: typeOf(column.declaredType) }));
  const from = qualified(name.schema, name.table);
  const measured = prepared === null ? await measureTypes(session, from, typed) : new Map<string, Measured>();
  const currencyDigits = typed.some(({ type }) => holdsMoney(type))
    ? await readCurrencyDigits(session)
    : undefined;

  const columns = typed.map((column) =>
    describeColumn(
      column,
      currencyDigits,
      measured.get(column.name),
      prepared?.find((field) => field.name === column.name),
    ),
  );
  return Object.freeze<OpenTable>({
    from,
    schema: {
      kind: table.kind,
      fields: columns.map(({ field }) => field),
      rowEstimate: table.rowEstimate,
      notes: [...table.notes, ...columns.flatMap(({ notes }) => notes)],
    },
    columns: new Map(
      columns.flatMap(({ field, type }) =>
        field.logicalType.kind === 'unknown'
          ? []
          : [[field.name, sourceColumn(field.name, type, field.logicalType)]],
      ),
    ),
  });
}

interface FoundTable {
  readonly oid: string;
  readonly kind: DatasetSchema['kind'];
  readonly rowEstimate: number | null;
  readonly notes: readonly FieldNote[];
}

async function findTable(
  session: DatabaseSession,
  context: FailureContext,
  name: TableName,
): Promise<FoundTable> {
  const [row] = await session.query(`SELECT c.oid, c.relkind, c.reltuples,
  has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT'), row_security_active(c.oid)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = ${textLiteral(name.schema)} AND c.relname = ${textLiteral(name.table)} AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`);
  if (row === undefined) throw databaseFailure('tableMissing', context);
  const [oid, relkind, tuples, readable, filtered] = row;
  if (readable !== 't') throw databaseFailure('accessDenied', context);
  const notes: FieldNote[] =
    filtered === 't'
      ? [
          {
            code: 'rows_filtered',
            field: null,
            detail: 'Row-level security shows the user only some of the rows.',
          },
        ]
      : [];
  return { oid: oid ?? '', kind: entryKind(relkind), rowEstimate: estimateOf(tuples), notes };
}

interface DeclaredColumn {
  readonly name: string;
  readonly declaredType: DeclaredType;
  readonly nativeType: string;
  readonly nullable: boolean;
  readonly readable: boolean;
}

async function readColumns(session: DatabaseSession, table: string): Promise<readonly DeclaredColumn[]> {
  const rows =
    await session.query(`SELECT a.attname, a.atttypid, a.atttypmod, a.attndims, format_type(a.atttypid, a.atttypmod),
  a.attnotnull, has_column_privilege(a.attrelid, a.attnum, 'SELECT')
FROM pg_attribute a WHERE a.attrelid = ${String(Number(table))} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`);
  return rows.map(([name, oid, modifier, dimensions, nativeType, required, readable]) => ({
    name: name ?? '',
    declaredType: { oid: oid ?? '', modifier: Number(modifier), dimensions: Number(dimensions) },
    nativeType: nativeType ?? '',
    nullable: required !== 't',
    readable: readable === 't',
  }));
}

interface TypedColumn extends DeclaredColumn {
  readonly type: PostgresqlType;
}

interface Measured {
  readonly digits: MeasuredDigits;
  readonly severalDimensions: boolean;
}

/** What a type does not say and only the data can: the digits of a numeric, the dimensions of an array. */
async function measureTypes(
  session: DatabaseSession,
  from: string,
  columns: readonly TypedColumn[],
): Promise<ReadonlyMap<string, Measured>> {
  const open = columns.filter(
    ({ type, readable }) => readable && (isOpenNumeric(type) || type.kind === 'array'),
  );
  if (open.length === 0) return new Map();
  const measures = open.flatMap(({ name, type }) => {
    const x = identifier(name);
    if (type.kind === 'array') return ['NULL', 'NULL', `bool_or(array_ndims(${x}) > 1)`];
    const text = `CAST(${x} AS text)`;
    const finite = `FILTER (WHERE ${text} NOT IN ('NaN', 'Infinity', '-Infinity'))`;
    return [
      `max(length(ltrim(split_part(${text}, '.', 1), '-'))) ${finite}`,
      `max(length(rtrim(split_part(${text}, '.', 2), '0'))) ${finite}`,
      'NULL',
    ];
  });
  const [row = []] = await session.query(`SELECT ${measures.join(', ')} FROM ${from}`);
  return new Map(
    open.map(({ name }, index): [string, Measured] => {
      const [integers, fraction, several] = row.slice(index * 3);
      return [
        name,
        {
          digits: { integers: Number(integers ?? 0), fraction: Number(fraction ?? 0) },
          severalDimensions: several === 't',
        },
      ];
    }),
  );
}

async function readCurrencyDigits(session: DatabaseSession): Promise<number> {
  const [row] = await session.query("SELECT scale(CAST(CAST('1' AS money) AS numeric))");
  return Number(row?.[0] ?? 2);
}

function holdsMoney(type: PostgresqlType): boolean {
  if (type.kind === 'array') return holdsMoney(type.element);
  if (type.kind === 'composite') return type.attributes.some((attribute) => holdsMoney(attribute.type));
  return type.kind === 'base' && type.name === 'money';
}

function isOpenNumeric(type: PostgresqlType): boolean {
  return type.kind === 'base' && type.name === 'numeric' && type.modifier < 0;
}

function describeColumn(
  { name, type, nativeType, nullable, readable }: TypedColumn,
  currencyDigits: number | undefined,
  measured: Measured | undefined,
  prepared: DescribedField | undefined,
): { readonly field: DescribedField; readonly type: PostgresqlType; readonly notes: readonly FieldNote[] } {
  const isOpen = isOpenNumeric(type);
  const reading = readable ? readingOf(type, currencyDigits, measured, prepared) : notReadable;
  const notes: FieldNote[] = reading.notes.map(({ code, reason }) => ({
    code,
    field: name,
    detail: `${name} (${nativeType}): ${reason}.`,
  }));
  if (isOpen && measured !== undefined && reading.logicalType.kind === 'decimal') {
    const detail = `${name} is a numeric without precision: its type was measured on the data.`;
    notes.push({ code: 'type_measured', field: name, detail });
  }
  const field = { ...fieldTree(name, reading.logicalType, nativeType, nullable), declared: !isOpen };
  return { field, type, notes };
}

const notReadable = noted({ kind: 'unknown' }, 'type_not_read', 'the user may not read this column');

function readingOf(
  type: PostgresqlType,
  currencyDigits: number | undefined,
  measured: Measured | undefined,
  prepared: DescribedField | undefined,
): TypeReading {
  if (isOpenNumeric(type)) {
    if (measured !== undefined) return measuredNumeric(measured.digits);
    if (prepared !== undefined) return exactly(prepared.logicalType);
  }
  if (measured?.severalDimensions || (type.kind === 'array' && prepared?.logicalType.kind === 'unknown')) {
    const reason = 'it holds arrays of several dimensions, which have no counterpart';
    return noted({ kind: 'unknown' }, 'type_not_read', reason);
  }
  return logicalTypeOf(type, currencyDigits);
}
