export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly string[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(align ?? header.map(() => ':--')), ...rows.map(line)].join('\n');
}

export function markdownDetails(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** As an HTML element: a code span in backticks cannot hold every text inside a table. */
export function markdownCode(value: string): string {
  return `<code>${escapeMarkdown(value)}</code>`;
}

/** What Markdown or HTML would read as markup becomes a character reference; line breaks would end a table. */
export function escapeMarkdown(value: string): string {
  return value
    .replaceAll(/[&<>"'|`*_~[\]\\#@]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll(/[\r\n]+/g, ' ');
}
