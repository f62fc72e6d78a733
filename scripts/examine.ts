/**
 * Test files run as an examination: what each test came to, and the figures that tests tell of themselves. Their short
 * form is the same files, run by a suite.
 */
import { run, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type { ProofFigure, ProofName, ProofReport } from './proof-result.ts';
import { recordProof } from './record-proof.ts';

export interface Examination {
  readonly figures: readonly ProofFigure[];
  readonly passed: number;
  readonly failed: number;
  /** With the reason. */
  readonly skipped: readonly string[];
}

const prefix = 'figure ';

/** Called by a test: a figure that its examination shows, as `12 kills`. */
export function tellFigure(t: Pick<TestContext, 'diagnostic'>, figure: ProofFigure): void {
  t.diagnostic(prefix + JSON.stringify(figure));
}

/** The files are run each in a process of its own, so many at once; what fails is printed as it comes. */
export async function examine(files: readonly string[], concurrency: number): Promise<Examination> {
  const figures: ProofFigure[] = [];
  const skipped: string[] = [];
  let [passed, failed] = [0, 0];
  // A test that runs for an hour does what it was asked to.
  const events = run({ files: [...files], concurrency, timeout: Number.POSITIVE_INFINITY });
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.message.startsWith(prefix)) {
      figures.push(JSON.parse(data.message.slice(prefix.length)) as ProofFigure);
    }
    if (type === 'test:stderr') process.stderr.write(data.message);
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const seconds = (data.details.duration_ms / 1000).toFixed(0);
    console.log(`${type === 'test:pass' ? '✔' : '✖'} ${data.name} (${seconds} s)`);
    if (data.skip !== undefined) skipped.push(`${data.name}: ${data.skip}`);
    else if (type === 'test:pass') passed += 1;
    else {
      failed += 1;
      console.log(inspect(data.details.error.cause ?? data.details.error, { depth: 8 }));
    }
  }
  return { figures, passed, failed, skipped };
}

/** Runs the files, and records what they came to, unless something failed or was left out; exits by that. */
export async function prove(
  name: ProofName,
  files: readonly string[],
  { concurrency = 1, report }: { concurrency?: number; report: (seen: Examination) => ProofReport },
): Promise<never> {
  const isRecorded = !process.argv.includes('--no-record');
  const seen = await examine(files, concurrency);
  for (const reason of seen.skipped) console.log(`skipped: ${reason}`);
  for (const figure of seen.figures) console.log(`${figure.name}: ${figure.value}`);
  const isProved = seen.passed > 0 && seen.failed === 0 && seen.skipped.length === 0;
  console.log(`${seen.passed} passed, ${seen.failed} failed, ${seen.skipped.length} skipped`);
  if (isProved && isRecorded) recordProof(name, report(seen));
  process.exit(isProved ? 0 : 1);
}
