import type { Relation, StoredType, Value } from './relations.ts';

/** The table as CSV: text always in quotes, NULL as nothing at all between the commas. */
export function csvOf({ columns, rows }: Relation): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) => columns.map(({ type }, index) => csvCell(row[index] ?? null, type))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell(value: Value, type: StoredType): string {
  if (value === null) return '';
  if (Array.isArray(value)) throw new TypeError('CSV holds no nested values.');
  return type.kind === 'text' ? quoted(String(value)) : String(value);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The table as newline-delimited JSON, its numbers in the digits of the notation. */
export function ndjsonOf({ columns, rows }: Relation): string {
  const row: StoredType = { kind: 'struct', fields: columns };
  return rows.map((values) => `${jsonText(values, row)}\n`).join('');
}

function jsonText(value: Value, type: StoredType): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    const isNumber = type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'float';
    return isNumber || type.kind === 'json' ? value : JSON.stringify(value);
  }
  if (type.kind === 'list') return `[${value.map((item) => jsonText(item, type.element)).join(',')}]`;
  if (type.kind !== 'struct') throw new TypeError(`JSON holds no ${type.kind} as such.`);
  const members = type.fields.map(
    (field, index) => `${JSON.stringify(field.name)}:${jsonText(value[index] ?? null, field.type)}`,
  );
  return `{${members.join(',')}}`;
}
