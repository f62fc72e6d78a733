import { type TextSource, utf8Chunks } from '../text/text-source.ts';
import type { JsonLayout } from './json-layout.ts';

/** The first record that is no JSON object. */
export interface BrokenRecord {
  /** Counted from 1, of the line where the record begins. */
  readonly line: number;
  readonly record: number;
  readonly problem: 'syntax' | 'notAnObject' | 'repeatedKey' | 'incomplete';
}

const bracket = { open: /[[{]/, close: /[\]}]/ };

/**
 * Reads the records again, one by one, to say where the first bad one is: the engine counts lines and records in ways
 * of its own. Only ever called for a file that the engine has refused; null where every record is good here.
 */
export async function findBrokenRecord(
  source: TextSource,
  layout: JsonLayout,
  signal?: AbortSignal,
): Promise<BrokenRecord | null> {
  const records = layout === 'newline_delimited' ? lines(source, signal) : values(source, signal);
  let record = 0;
  for await (const { text, line, complete } of records) {
    if (text.trim() === '') continue;
    record += 1;
    const problem = complete ? problemOf(text) : 'incomplete';
    if (problem !== null) return { line, record, problem };
  }
  return null;
}

interface RecordText {
  readonly text: string;
  readonly line: number;
  /** False for what stands after the last record. */
  readonly complete: boolean;
}

function problemOf(text: string): BrokenRecord['problem'] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'notAnObject';
    return hasRepeatedKey(text) ? 'repeatedKey' : null;
  } catch {
    return 'syntax';
  }
}

async function* lines(source: TextSource, signal?: AbortSignal): AsyncGenerator<RecordText> {
  let rest = '';
  let line = 0;
  for await (const part of texts(source, signal)) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    for (const text of pieces) {
      line += 1;
      yield { text, line, complete: true };
    }
  }
  yield { text: rest, line: line + 1, complete: true };
}

/** The top-level values of a text, or the items of its one top-level list, by counting brackets outside strings. */
async function* values(source: TextSource, signal?: AbortSignal): AsyncGenerator<RecordText> {
  let text = '';
  let line = 1;
  let startLine = 1;
  let depth = 0;
  let base = 0;
  let inString = false;
  let escaped = false;
  let first = true;
  for await (const part of texts(source, signal)) {
    for (const char of part) {
      if (char === '\n') line += 1;
      if (first && char === '[') {
        base = 1;
        depth = 1;
        first = false;
        continue;
      }
      if (first && char.trim() !== '') first = false;
      if (
        depth === base &&
        !inString &&
        (char === ',' || char.trim() === '' || (char === ']' && base === 1))
      ) {
        if (char === ']') depth -= 1;
        if (text !== '') yield { text, line: startLine, complete: true };
        text = '';
        continue;
      }
      if (text === '') startLine = line;
      text += char;
      if (escaped) escaped = false;
      else if (inString) {
        if (char === '\\') escaped = true;
        else if (char === '"') inString = false;
      } else if (char === '"') inString = true;
      else if (bracket.open.test(char)) depth += 1;
      else if (bracket.close.test(char)) depth -= 1;
      if (depth === base && !inString && bracket.close.test(char)) {
        yield { text, line: startLine, complete: true };
        text = '';
      }
    }
  }
  if (text !== '') yield { text, line: startLine, complete: false };
  else if (base === 1 && depth === 1) yield { text: '[', line, complete: false };
}

async function* texts(source: TextSource, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of utf8Chunks(source, signal)) yield decoder.decode(chunk, { stream: true });
}

/** JSON.parse keeps the last of two equal keys without a word. The text is valid JSON. */
function hasRepeatedKey(text: string): boolean {
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/g);
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(token.slice(0, token.length - colon.length));
      const keys = open.at(-1);
      if (keys?.has(String(key))) return true;
      keys?.add(String(key));
    }
  }
  return false;
}
