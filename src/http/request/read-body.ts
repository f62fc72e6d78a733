import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/app-error.ts';

/** Far above what nearly every operation of the table needs, far below what would hurt. */
export const usualBodyLimit = 1024 * 1024;

/** An over-long body is read to its end and dropped, up to here, so that the caller gets to read the answer. */
const drainLimit = 64 * usualBodyLimit;

const jsonMediaType = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i;

/** The body as JSON, or undefined if there is none. */
export async function readJsonBody(message: IncomingMessage, limit = usualBodyLimit): Promise<unknown> {
  const bytes = await readBytes(message, limit);
  if (bytes.length === 0) return undefined;
  const mediaType = message.headers['content-type'] ?? '';
  if (!jsonMediaType.test(mediaType)) {
    throw unreadable(
      `The content type must be application/json; it is ${mediaType === '' ? 'missing' : 'another'}.`,
    );
  }
  return parse(bytes);
}

/** The body as it came, up to a limit. */
export async function readBytes(message: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > drainLimit) break;
  }
  if (size > limit) throw unreadable(`The body is longer than ${limit} bytes.`);
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw unreadable('The body is not well-formed JSON in UTF-8.', cause);
  }
  if (isDeep(value)) throw unreadable(`The body is nested more than ${mostLevels} deep.`);
  return value;
}

/**
 * Twice what the deepest schema allows (fields 32 deep, two levels each, in a result). Whatever walks a body by
 * recursion may rely on it: 100,000 levels fit into the limit of bytes, and not into the stack.
 */
const mostLevels = 150;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function unreadable(detail: string, cause?: unknown): AppError {
  return new AppError(
    'body_invalid',
    { detail, errors: [{ pointer: '', code: 'body_invalid', detail }] },
    { cause },
  );
}
