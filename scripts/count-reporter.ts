import type { TestEvent } from 'node:test/reporters';

/** A node:test reporter that writes one line of JSON with the counts of a run. */
// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
export default async function* countReporter(events: AsyncIterable<TestEvent>) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // A describe block is not a test; node counts it apart.
    if (data.details.type === 'suite') continue;
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield `${JSON.stringify(counts)}\n`;
}
