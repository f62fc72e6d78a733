import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A node:test reporter for people: quiet about what passes, whole about what fails, and it names what it skips. */
// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
export default async function* failureReporter(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type === 'test:fail') {
      const cause = data.details.error.cause ?? data.details.error;
      if (isOnlyAboutChildren(cause)) continue;
      yield `✖ ${data.name} (${data.file ? relative('.', data.file) : '?'}:${data.line ?? '?'})\n`;
      yield `${inspect(cause, { depth: 8 }).replace(/^/gm, '    ')}\n`;
    } else if (type === 'test:pass' && data.skip !== undefined) {
      yield `- ${data.name}: skipped${typeof data.skip === 'string' ? `, ${data.skip}` : ''}\n`;
    } else if (type === 'test:stderr') {
      yield data.message;
    }
  }
}

/** A parent fails because a child did; the child has been printed already. */
function isOnlyAboutChildren(cause: unknown): boolean {
  const text = typeof cause === 'string' ? cause : cause instanceof Error ? cause.message : '';
  return /^\d+ subtests? failed$/.test(text);
}
