/** How records stand in a file, in DuckDB's words. */
export type JsonLayout = 'array' | 'newline_delimited' | 'unstructured';

/** By the beginning of a file; null where it does not begin as a list or an object does. */
export function detectLayout(head: string, extension: string): JsonLayout | null {
  const text = head.trimStart();
  if (text.startsWith('[')) return extension === 'json' || !isWholeLine(text) ? 'array' : 'newline_delimited';
  if (!text.startsWith('{')) return null;
  if (extension === 'ndjson' || extension === 'jsonl') return 'newline_delimited';
  return isWholeLine(text) ? 'newline_delimited' : 'unstructured';
}

/** The first line is a whole value, so each line is one. */
function isWholeLine(text: string): boolean {
  const [line = ''] = text.split('\n', 1);
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
