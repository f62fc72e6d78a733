/**
 * `npm run proof:security`: what the threat model (docs/security.md) names as tests, run, and recorded for docs/proof.md;
 * `--no-record` to leave the figures of before. Two of them need a browser and PostgreSQL.
 */
import { readFileSync } from 'node:fs';
import { prove } from '../../scripts/examine.ts';
import { dependencies } from '../../scripts/licences.ts';

const page = readFileSync('docs/security.md', 'utf8');
/** What other proofs run, or what needs a program of another company. */
const elsewhere = ['test/conformance/operations.test.ts', 'test/providers/stripe-mock.test.ts'];
const named = [...page.matchAll(/`((?:test|src)\/[^`\s]+\.test\.ts)`/g)].map(([, file = '']) => file);
const files = [...new Set(named)].filter((file) => !elsewhere.includes(file)).sort();

await prove('security', files, {
  report: ({ passed }) => ({
    title: 'What an attacker could want stays out of reach',
    method:
      'The [threat model](security.md) names the tests that attack each of the OWASP API Security Top 10 risks, and those of the promises beyond them: the canary in the rows, secrets in files and logs, code made of text, policies in a browser. They are run as one.',
    command: 'npm run proof:security',
    figures: [
      { name: 'Files of tests that the threat model names', value: String(files.length) },
      { name: 'Their tests', value: `${passed} passed, 0 failed` },
      { name: 'Packages whose licence was checked', value: String(dependencies().length) },
    ],
    found: [],
    limits: [
      'Advisories of dependencies are not looked up: the registry that CI can reach has no address for it. Run `npm audit` where the public one is.',
      'Nobody from outside has tested it.',
    ],
  }),
});
