/**
 * `npm run proof:authorisation`: everybody at every operation, every id of another tenant, and how long its refusal takes,
 * recorded for docs/proof.md. `--pairs N` for how often each time is taken, `--no-record` to leave the figures of before.
 */
import { after } from 'node:test';
import { parseArgs } from 'node:util';
import { examine } from '../../scripts/examine.ts';
import { recordProof } from '../../scripts/record-proof.ts';
import { operations } from '../../src/contract/operations.ts';
import { callers } from '../contract/callers.ts';
import { startTestService } from '../support/service.ts';
import { withIds } from './id-requests.ts';
import { measureIds } from './measure-ids.ts';

const usualPairs = '400';
const { values } = parseArgs({
  allowNegative: true,
  options: { pairs: { type: 'string', default: usualPairs }, record: { type: 'boolean', default: true } },
});
const pairs = Number(values.pairs);
const service = await startTestService({ after }, { settings: { mailConfigured: true } });
const timings = await measureIds(service, pairs);
const suite = await examine(
  [
    'test/contract/authorization.test.ts',
    'test/tenancy/foreign-ids.test.ts',
    'test/tenancy/wrong-tenant.test.ts',
  ],
  1,
);

const microseconds = (ms: number) => `${Math.round(ms * 1000)} µs`;
const differences = timings.map(({ medians: [foreign, unknown] }) => Math.abs(foreign - unknown));
/** Of so many comparisons, one in twenty would seem to differ by chance: the bound is shared among them (Bonferroni). */
const bound = 0.05 / timings.length;
const apart = timings.filter(({ probability }) => probability < bound);
for (const { request, medians, probability } of timings) {
  console.log(`${request.padEnd(48)} ${medians.map(microseconds).join('  ')}  p=${probability.toFixed(4)}`);
}
const figures = [
  {
    name: 'Calls of everybody to every operation',
    value: `${Object.keys(callers).length} callers × ${Object.keys(operations).length} operations`,
  },
  { name: 'Operations that take an id, asked with those of another tenant', value: String(withIds.length) },
  { name: 'Tests of these', value: `${suite.passed} passed, ${suite.failed} failed` },
  {
    name: 'Times of the answer to another’s id and to an unknown one',
    value: `${timings.length} kinds of requests, ${pairs} pairs each`,
  },
  {
    name: 'Of them told apart by a rank test',
    value: `${apart.length} (p < 0.05 shared among all; the smallest p was ${Math.min(...timings.map(({ probability }) => probability)).toFixed(4)})`,
  },
  { name: 'Largest difference of medians', value: microseconds(Math.max(...differences)) },
];
for (const { name, value } of figures) console.log(`${name}: ${value}`);
const isProved = apart.length === 0 && suite.failed === 0;
if (values.record && isProved) {
  recordProof('authorisation', {
    title: 'Nobody reaches what is not theirs, or learns that it exists',
    method:
      'Every operation is called by everybody there is, and answers as [the table](reference/authorisation.md) says. Every operation that takes an id is asked with ids of another tenant: status, headers and text must be those of an id that nothing has, and so must the statements to the database. Then both are timed in turns over PostgreSQL, and a rank test (Mann and Whitney) tries to tell them apart.',
    command: `npm run proof:authorisation${values.pairs === usualPairs ? '' : ` -- --pairs ${values.pairs}`}`,
    figures,
    found: [],
    limits: [
      'Times are taken on loopback, through one client. A difference below what this many pairs can show may exist.',
      'On a machine that does something else, too, times scatter; what that leaves of a difference of medians is no sign of one.',
    ],
  });
}
process.exit(isProved ? 0 : 1);
