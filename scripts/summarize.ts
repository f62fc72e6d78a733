/** `node scripts/summarize.ts FILE`: adds up what `.ci/run` has run, and fails if a required suite is not among it. */
import { readFileSync } from 'node:fs';
import { required, type SuiteResult } from './suites.ts';

const [file = ''] = process.argv.slice(2);
const results: SuiteResult[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

for (const { suite, over, passed, failed, skipped } of results) {
  console.log(
    `${suite.padEnd(14)} ${over.padEnd(12)} ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
}
const missing = required.filter(
  ({ suite, over }) =>
    !results.some((result) => result.suite === suite && result.over === over && result.passed > 0),
);
for (const { suite, over } of missing) console.log(`${suite} over ${over} did not run.`);

const total = (name: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[name], 0);
const failed = total('failed') + missing.length;
console.log(`${total('passed')} passed, ${failed} failed`);
process.exit(failed > 0 || results.some(({ ok }) => !ok) ? 1 : 0);
