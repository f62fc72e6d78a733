type Key = readonly (string | null)[];

/** One key a line, its parts separated by tabs: what a spreadsheet and a terminal take. */
export function keysAsText(keys: readonly Key[]): string {
  return keys.map((key) => key.map((part) => part ?? 'NULL').join('\t')).join('\n');
}

/** More would be longer than most tools take at once. */
const maxKeys = 500;

/** A condition to find the rows again in the system that they are in. Values are text there, quoted as standard SQL has it. */
export function sqlForKeys(fields: readonly string[], keys: readonly Key[]): string {
  const names = fields.map((field) => `"${field.replaceAll('"', '""')}"`);
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()].slice(0, maxKeys);
  const [name] = names;
  if (names.length === 1 && name !== undefined && distinct.every(([value]) => value !== null)) {
    return `WHERE ${name} IN (${distinct.map(([value]) => literal(value ?? null)).join(', ')})`;
  }
  const rows = distinct.map(
    (key) => `(${key.map((value, index) => condition(names[index] ?? '', value)).join(' AND ')})`,
  );
  return `WHERE ${rows.join('\n   OR ')}`;
}

function condition(name: string, value: string | null): string {
  return value === null ? `${name} IS NULL` : `${name} = ${literal(value)}`;
}

function literal(value: string | null): string {
  if (value === null) return 'NULL';
  return /^-?\d+(\.\d+)?$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
}
