/** One record of CSV (RFC 4180). */
export function csvRecord(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Whoever opens it in a spreadsheet must not run what a name says: `=cmd()` is shown as a text. */
function csvValue(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[0-9.]+(e[+-]?[0-9]+)?$/i.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
