/**
 * `npm test [-- SUITE …]`: runs the named suites, or all that need nothing but npm packages. With `--summary FILE`
 * a line of JSON per suite is appended for `.ci/run` to add up.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Suite, suites } from './suites.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { summary: { type: 'string' }, over: { type: 'string', default: 'embedded' } },
});
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `No suite ${unknown.join(', ')}. There are: ${suites.map((suite) => suite.name).join(', ')}.`,
  );
  process.exit(2);
}

/** One more than there are processors: a test often waits for a disk. */
const concurrency = availableParallelism() + 1;
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
let broken = false;
for (const suite of suites as readonly Suite[]) {
  if (positionals.length > 0 ? !positionals.includes(suite.name) : suite.onlyWhenNamed) continue;
  const counts = runSuite(suite);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(broken || total.failed > 0 || total.passed === 0 ? 1 : 0);

function runSuite(suite: Suite): Counts {
  const files = globSync(suite.files, suite.except === undefined ? {} : { exclude: [suite.except] });
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  console.log(`\n── ${suite.name} (${files.length} files, over ${values.over})`);
  const countFile = join(mkdtempSync(join(tmpdir(), 'plumbline-test-')), 'counts');
  const started = performance.now();
  if (suite.prepare !== undefined) prepare(suite.prepare);
  const run = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      // Every file opens an embedded database of its own: what its code is optimised for is over before it pays.
      ...(values.over === 'embedded' ? ['--liftoff-only'] : []),
      '--test',
      suite.inOneProcess
        ? '--test-isolation=none'
        : `--test-concurrency=${suite.oneFileAtATime ? 1 : concurrency}`,
      '--test-reporter=./scripts/failure-reporter.ts',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.ts',
      `--test-reporter-destination=${countFile}`,
      ...files,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: suite.timeout * 1000,
      killSignal: 'SIGKILL',
      // Half of what a short test takes is reading the same files.
      env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/plumbline/compiled' },
    },
  );
  const counts = readCounts(countFile);
  if (run.status !== 0) broken = true;
  if (run.error) console.error(`${suite.name}: ${run.error.message}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `── ${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`,
  );
  if (values.summary) {
    const line = { suite: suite.name, over: values.over, ...counts, ok: run.status === 0 };
    appendFileSync(values.summary, `${JSON.stringify(line)}\n`);
  }
  return counts;
}

/** A suite whose preparation fails is run all the same, and says by its failures what is missing. */
function prepare(script: string): void {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) broken = true;
}

/** A run that was killed or crashed leaves no counts: it counts as one failure, never as none. */
function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
