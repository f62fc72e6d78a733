/**
 * `npm run proof:load`: the load for half an hour, as one table, and into docs/proof. `--minutes N` for another time,
 * `--no-record` to leave the figures of before.
 */
import { parseArgs } from 'node:util';
import { recordProof } from '../../scripts/proof-result.ts';
import type { Answers } from './drive.ts';
import { runLoad } from './run-load.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: { minutes: { type: 'string', default: '30' }, record: { type: 'boolean', default: true } },
});
const minutes = Number(values.minutes);
const report = await runLoad({ steadySeconds: minutes * 60 });

const isGood = (status: number) => status >= 200 && status < 300;
const isRefused = (status: number) => status === 429 || status === 503;
const failures = (answers: Answers, isExpected: (status: number) => boolean) =>
  answers.count - answers.countOf(isExpected);
const milliseconds = (answers: Answers, share: number) => `${answers.quantile(share).toFixed(1)} ms`;
const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;

const { steady, quietAlone, quietBesideHog, hog, overload, recovered, figures } = report;
const ratio = quietBesideHog.quantile(0.99) / quietAlone.quantile(0.99);
const isExpected = (status: number) => isGood(status) || isRefused(status);
const errors =
  failures(steady, isGood) +
  failures(quietAlone, isGood) +
  failures(quietBesideHog, isGood) +
  failures(recovered, isGood) +
  failures(hog, isExpected) +
  failures(overload, isExpected);
const rows = [
  [
    'Steady mix',
    `50 tenants, ${minutes} minutes, ${steady.count} requests, ${report.runsSubmitted} Runs submitted`,
  ],
  ['Its times', `median ${milliseconds(steady, 0.5)}, p99 ${milliseconds(steady, 0.99)}`],
  ['Answers that were errors, in all phases', String(errors)],
  [
    'Heap after a collection',
    `${mebibytes(figures.early.heapBytes)} at its start, ${mebibytes(figures.late.heapBytes)} at its end`,
  ],
  [
    'Connections to the database',
    `${figures.early.connections} at its start, ${figures.late.connections} at its end`,
  ],
  [
    'A quiet tenant, p99',
    `${milliseconds(quietAlone, 0.99)}; beside one at full speed ${milliseconds(quietBesideHog, 0.99)}: ${ratio.toFixed(2)} times (at most 2)`,
  ],
  ['The one at full speed', `${hog.countOf(isGood)} answered, ${hog.countOf(isRefused)} told to wait`],
  [
    'Overload, 500 clients without a pause',
    `${overload.countOf(isGood)} answered, ${overload.countOf(isRefused)} told when to come again, p99 ${milliseconds(overload, 0.99)}`,
  ],
  [
    'After it',
    `${recovered.count} requests, ${failures(recovered, isGood)} refused, p99 ${milliseconds(recovered, 0.99)}`,
  ],
] as const;

const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
process.exitCode = errors === 0 && ratio <= 2 && report.silentRefusals === 0 ? 0 : 1;

if (values.record) {
  recordProof('load', {
    title: 'It holds under load',
    method:
      'The service runs over PostgreSQL in a process of its own. Fifty Organizations read lists, resolve comparisons and submit Runs, which executors bring to their end; then one of them asks without a pause; then five hundred clients do; then it is calm again.',
    command: 'npm run proof:load',
    figures: rows.map(([name, value]) => ({ name, value })),
    found: [],
    limits: [
      'The clients run on the same machine as the service and the database, so absolute times are those of all three together.',
      'Executors answer at once: what is loaded is the service, not the engine.',
    ],
  });
}
process.exit();
