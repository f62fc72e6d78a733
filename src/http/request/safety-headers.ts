import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../contract/operation.ts';
import { AppError } from '../../domain/app-error.ts';

const visibleAscii = /^[!-~]{1,128}$/;

/** The Idempotency-Key or If-Match that the operation's row asks for; its absence or malformation is told here. */
export function readSafetyHeader(operation: Operation, message: IncomingMessage): string {
  switch (operation.safety) {
    case 'none':
      return '';
    case 'idempotencyKey': {
      const [key, ...more] = message.headersDistinct['idempotency-key'] ?? [];
      if (key !== undefined && more.length === 0 && visibleAscii.test(key)) return key;
      const detail = 'Send one Idempotency-Key header of 1 to 128 visible ASCII characters.';
      throw new AppError('idempotency_key_invalid', {
        detail,
        errors: [{ header: 'Idempotency-Key', code: 'idempotency_key_invalid', detail }],
      });
    }
    case 'ifMatch': {
      const sent = message.headersDistinct['if-match'];
      if (sent === undefined) {
        throw new AppError('if_match_required', {
          detail: 'Send the ETag of the resource, as it was last read, in the If-Match header.',
          errors: [{ header: 'If-Match', code: 'if_match_required', detail: 'The header is missing.' }],
        });
      }
      // Several headers are one list (RFC 9110, 5.3), and lists are refused with the rest of the grammar.
      return sent.join(', ');
    }
  }
}

/** What tells an exact retry from another request with the same key. */
export function fingerprint(operation: Operation, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${operation.method}\n${path}\n`)
    .update(canonicalJson(body) ?? '')
    .digest('hex');
}

/** JSON whose text depends on the value alone: members sorted by name, null members as absent ones. */
function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(
      Object.entries(member)
        .filter(([, inner]) => inner !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}
