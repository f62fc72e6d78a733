import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/app-error.ts';

/** Where in a list a page begins: the sort values and the id of the last item of the page before. */
export type CursorPosition = readonly (string | number | null)[];

/** All that a cursor is good with: Organization, operation, filters, order, and the limit where it counts. */
export type CursorBinding = Readonly<Record<string, string | number | boolean | null>>;

export interface CursorCodec {
  encode(binding: CursorBinding, position: CursorPosition): string;
  decode(binding: CursorBinding, cursor: string): CursorPosition;
}

const macBytes = 16;

/** Cursors that callers can neither read anything into nor forge: a position, authenticated together with its binding. */
export function createCursorCodec(secret: string): CursorCodec {
  const key = createHash('sha256').update('cursor\n').update(secret).digest();
  const macOf = (binding: CursorBinding, position: Buffer) =>
    createHmac('sha256', key)
      .update(canonical(binding))
      .update('\n')
      .update(position)
      .digest()
      .subarray(0, macBytes);
  return {
    encode(binding, position) {
      const bytes = Buffer.from(JSON.stringify(position));
      return Buffer.concat([macOf(binding, bytes), bytes]).toString('base64url');
    },
    decode(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(macBytes);
      // Buffer.from skips what is not base64url, so the text is held against its own re-encoding.
      const authentic =
        bytes.length > macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(macOf(binding, position), bytes.subarray(0, macBytes));
      if (!authentic) throw invalidCursor();
      return JSON.parse(position.toString('utf8'));
    },
  };
}

function canonical(binding: CursorBinding): string {
  return JSON.stringify(Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function invalidCursor(): AppError {
  return new AppError('cursor_invalid', {
    detail:
      'This cursor was not issued for this list with these filters, order and limit. Start again without it.',
    errors: [{ parameter: 'cursor', code: 'cursor_invalid', detail: 'Not a cursor of this list.' }],
  });
}
