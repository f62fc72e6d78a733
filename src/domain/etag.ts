import { AppError } from './app-error.ts';

/** The strong ETag of a version of a resource. Written out, not hashed: a page of 50 has 50 of them. */
export function etagOf(kind: string, id: string, version: number): string {
  return `"${kind}.${id}.${version}"`;
}

/** RFC 9110, 8.8.3, narrowed to one strong tag as interface.md asks. */
const strongTag = /^"[!#-~]+"$/;

/** Holds If-Match against the ETags of the reviewed resource: usually one, or a connection's and its plan's. */
export function assertMatches(ifMatch: string, ...current: readonly string[]): void {
  if (ifMatch.length > 1024 || !strongTag.test(ifMatch)) {
    throw new AppError('if_match_invalid', {
      detail: 'If-Match must be one strong ETag in double quotes, exactly as it was read.',
      errors: [{ header: 'If-Match', code: 'if_match_invalid', detail: 'Not one strong ETag.' }],
    });
  }
  if (!current.includes(ifMatch)) {
    throw new AppError('etag_mismatch', {
      detail: 'The resource has changed since it was read. Read it again, review the change, and retry.',
    });
  }
}
