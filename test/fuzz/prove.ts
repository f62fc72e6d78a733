/**
 * `npm run proof:fuzz`: a million cases, and what came of them recorded for docs/proof.md. `--cases N` for another
 * number, `--seed N` for others, `--no-record` to leave the figures of before.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { examine } from '../../scripts/examine.ts';
import { recordProof } from '../../scripts/proof-result.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: true },
  },
});
process.env.TEST_FUZZ_CASES = values.cases;
process.env.TEST_FUZZ_SEED = values.seed;

const { figures, failed } = await examine(globSync('test/fuzz/*.test.ts').sort(), availableParallelism());
const cases = figures.reduce((sum, { value }) => sum + Number.parseInt(value.replaceAll(',', ''), 10), 0);
console.log(`${cases.toLocaleString('en')} cases, ${failed} failures`);

if (values.record && failed === 0) {
  recordProof('bad-input', {
    title: 'Bad input is refused, and nothing else happens',
    method:
      'Requests, filters, formats, cursors, files and the calls of an executor are made from grammars, spoilt by edits of their bytes and members, and given to the real parsers, the real service and the real engine. A case fails where the answer is a 500, a crash or a hang, or where it is not what a slow and obvious oracle says. Every case is made from the seed, so a failing one can be seen again.',
    command: 'npm run proof:fuzz',
    figures: [
      ...figures,
      { name: 'cases in all', value: `${cases.toLocaleString('en')}, of seed ${values.seed}` },
      { name: 'failures', value: '0' },
    ],
    found: [],
    limits: [
      'Cases are drawn from grammars and edits, not led by which lines of code they reach.',
      'Files are the dearest cases, and the fewest.',
    ],
  });
}
process.exit(failed === 0 ? 0 : 1);
