/**
 * `npm run proof:load`: the load for half an hour, as one table, and into docs/proof. `--minutes N` for another time,
 * `--no-record` to leave the figures of before.
 */
import { parseArgs } from 'node:util';
import type { ProofFigure } from '../../scripts/proof-result.ts';
import { recordProof } from '../../scripts/record-proof.ts';
import type { Answers } from './drive.ts';
import { type LoadReport, runLoad } from './run-load.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: { minutes: { type: 'string', default: '30' }, record: { type: 'boolean', default: true } },
});
const minutes = Number(values.minutes);

const seen: Partial<LoadReport> = {};
let failure: unknown;
try {
  await runLoad({ steadySeconds: minutes * 60 }, (phase) => Object.assign(seen, phase));
} catch (error) {
  failure = error;
  console.error(error);
}

const isGood = (status: number) => status >= 200 && status < 300;
const isRefused = (status: number) => status === 429 || status === 503;
const isExpected = (status: number) => isGood(status) || isRefused(status);
const failures = (answers: Answers | undefined, expected: (status: number) => boolean) =>
  answers === undefined ? 0 : answers.count - answers.countOf(expected);
const milliseconds = (answers: Answers, share: number) => `${answers.quantile(share).toFixed(1)} ms`;
const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;

const { steady, quietAlone, quietBesideHog, hog, overload, recovered, figures } = seen;
const ratio =
  quietAlone && quietBesideHog
    ? quietBesideHog.quantile(0.99) / quietAlone.quantile(0.99)
    : Number.POSITIVE_INFINITY;
const errors =
  [steady, quietAlone, quietBesideHog, recovered].reduce((sum, each) => sum + failures(each, isGood), 0) +
  [hog, overload].reduce((sum, each) => sum + failures(each, isExpected), 0);

/** What there is to say of the phases that came to their end. */
const rows: ProofFigure[] = [];
const say = (name: string, value: string) => void rows.push({ name, value });
if (steady) {
  say('Steady mix', `50 tenants, ${minutes} minutes, ${steady.count} requests: ${steady.statuses}`);
  say('Its times', `median ${milliseconds(steady, 0.5)}, p99 ${milliseconds(steady, 0.99)}`);
}
if (figures) {
  const { early, late } = figures;
  say(
    'Heap after a collection',
    `${mebibytes(early.heapBytes)} at its start, ${mebibytes(late.heapBytes)} at its end`,
  );
  say('Connections to the database', `${early.connections} at its start, ${late.connections} at its end`);
}
if (quietAlone && quietBesideHog && hog) {
  say(
    'A quiet tenant, p99',
    `${milliseconds(quietAlone, 0.99)}; beside one at full speed ${milliseconds(quietBesideHog, 0.99)}: ${ratio.toFixed(2)} times (at most 2)`,
  );
  say('The one at full speed', `${hog.countOf(isGood)} answered, ${hog.countOf(isRefused)} told to wait`);
}
if (overload) {
  say(
    'Overload, 500 clients without a pause',
    `${overload.countOf(isGood)} answered, ${overload.countOf(isRefused)} told when to come again, p99 ${milliseconds(overload, 0.99)}`,
  );
}
if (recovered) {
  say(
    'After it',
    `${recovered.count} requests, ${failures(recovered, isGood)} refused, p99 ${milliseconds(recovered, 0.99)}`,
  );
  say(
    'Runs',
    `${seen.runsSubmitted} asked for, those that were refused too; ${seen.runsFinished} brought to their end by executors`,
  );
}
say('Answers that were errors, in all phases', String(errors));

const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value } of rows) console.log(`${name.padEnd(width)}  ${value}`);
const isProved = failure === undefined && errors === 0 && ratio <= 2 && seen.silentRefusals === 0;

if (values.record) {
  recordProof('load', {
    title: 'It holds under load',
    method:
      'The service runs over PostgreSQL in a process of its own. Fifty Organizations read lists, resolve comparisons and submit Runs, which executors bring to their end; then one of them asks without a pause; then five hundred clients do; then it is calm again.',
    command: `npm run proof:load${minutes === 30 ? '' : ` -- --minutes ${minutes}`}`,
    figures: rows,
    found: [
      'One tenant that asked without a pause made the slowest answers of another five times as slow. Tenants take turns at the database now, and refusals have a pace.',
    ],
    limits: [
      ...(isProved
        ? []
        : ['**This run does not prove it**: a figure is beyond its bound, or the run ended early.']),
      'The clients run on the same machine as the service and the database, so absolute times are those of all three together.',
      'Executors answer at once: what is loaded is the service, not the engine.',
    ],
  });
}
process.exit(isProved ? 0 : 1);
