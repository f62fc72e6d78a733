/**
 * `npm run proof:fuzz`: a million cases, and what came of them recorded for docs/proof.md. `TEST_FUZZ_CASES` for another
 * number, `TEST_FUZZ_SEED` for others, `--no-record` to leave the figures of before.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { prove } from '../../scripts/examine.ts';

const usualCases = '1000000';
const { TEST_FUZZ_CASES: asked = usualCases, TEST_FUZZ_SEED: seed = '1' } = process.env;
process.env.TEST_FUZZ_CASES = asked;
process.env.TEST_FUZZ_SEED = seed;

await prove('bad-input', globSync('test/fuzz/*.test.ts').sort(), {
  concurrency: availableParallelism(),
  report({ figures }) {
    const cases = figures.reduce((sum, { value }) => sum + Number.parseInt(value.replaceAll(',', ''), 10), 0);
    return {
      title: 'Bad input is refused, and nothing else happens',
      method:
        'Requests, filters, formats, cursors, files and the calls of an executor are made from grammars, spoilt by edits of their bytes and members, and given to the real parsers, the real service and the real engine. A case fails where the answer is a 500, a crash or a hang, or where it is not what a slow and obvious oracle says. Every case is made from the seed, so a failing one can be seen again.',
      command: `${asked === usualCases ? '' : `TEST_FUZZ_CASES=${asked} `}npm run proof:fuzz`,
      figures: [
        ...figures,
        { name: 'cases in all', value: `${cases.toLocaleString('en')}, of seed ${seed}` },
        { name: 'failures', value: '0' },
      ],
      found: [
        'An executor could report a test as one of another function, or evidence that has no file. It is refused now, and the value of a MIN or MAX is dropped by what the test is, not by what the executor says.',
      ],
      limits: [
        'Cases are drawn from grammars and edits, not led by which lines of code they reach.',
        'Files and executors are the dearest cases, and the fewest.',
      ],
    };
  },
});
