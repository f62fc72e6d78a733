/**
 * `TEST_JUDGES=FOLDER npm run proof:conformance -- [CASES]`: the long form. All phases over every operation, with this
 * many random cases of each, and what came of it recorded for docs/proof.md.
 */
import { parseArgs } from 'node:util';
import { recordProof } from '../../scripts/record-proof.ts';
import { operations } from '../../src/contract/operations.ts';
import { startJudgedService } from './judged-service.ts';
import { type Examination, type Judgement, runSchemathesis } from './schemathesis.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, phases: { type: 'string' } },
});
const maxExamples = Number(positionals[0] ?? 200);
const seed = Number(values.seed);

const phaseNames = {
  examples: 'examples of the description',
  coverage: 'every boundary of every schema',
  fuzzing: 'random cases, valid and not',
  stateful: 'scenarios along links',
} as const satisfies Record<Examination['phases'][number], string>;

const phases = Object.keys(phaseNames) as (keyof typeof phaseNames)[];
const wanted = phases.filter((phase) => values.phases?.split(',').includes(phase) ?? true);
const leftOut = phases.filter((phase) => !wanted.includes(phase));

const service = await startJudgedService();
const judgements = new Map<string, Judgement>();
try {
  for (const phase of wanted) {
    const judgement = await runSchemathesis(service, { phases: [phase], maxExamples, seed });
    console.log(judgement.output);
    judgements.set(phaseNames[phase], judgement);
  }
} finally {
  service.stop();
}
const all = [...judgements.values()];
const failures = all.flatMap((judgement) => judgement.failures);
const cases = all.reduce((sum, { test_cases }) => sum + test_cases.generated, 0);
const everSucceeded = new Set(all.flatMap(({ answers }) => succeeded(answers)));
const refused = Object.keys(operations).filter((operationId) => !everSucceeded.has(operationId));
if (failures.length === 0) {
  recordProof('conformance', {
    title: 'The interface is what its description says',
    method:
      'Schemathesis 4.32.5 reads the OpenAPI document, makes requests of it, valid and not, and judges every answer with all of its checks and one of ours. It meets the real service over the embedded database with a slice of the demo. Redocly and Spectral with the OWASP ruleset read the document itself. `test/conformance` holds every override with its reason.',
    command: [
      'test/conformance/install-judges /tmp/judges\nTEST_JUDGES=/tmp/judges npm run proof:conformance --',
      ...process.argv.slice(2).map(quoted),
    ].join(' '),
    figures: [
      { name: 'operations', value: String(Object.keys(operations).length) },
      ...[...judgements].map(([name, { answers, test_cases }]) => ({
        name,
        value: `${test_cases.generated.toLocaleString('en')} cases over ${answers.size} operations, ${succeeded(answers).length} of which did what was asked`,
      })),
      { name: 'cases in all', value: cases.toLocaleString('en') },
      { name: 'failures', value: '0' },
    ],
    found: [
      'A content type that cannot be read, and the method QUERY, were answered with 500, before any token was asked for. Both are answered by the usual checks now.',
      'A query parameter of 16 digits was refused although its schema allows it. It is accepted now.',
      'An e-mail address that no mail can be sent to was called a fault of the shape. It has a code of its own now.',
      'Answers led to few of the operations that take what they carry. Links are derived from the operation table now, and lead to every operation that takes an id.',
      'Scenarios ended where they began: what makes a resource had no example that could be sent, and 15 operations stood in no link. Every operation that takes a body shows one that is accepted now, and none stands apart.',
      'A retry that made a webhook or a rule which has been deleted since is 404, and their descriptions did not say so.',
      'Four operations of the execution protocol did not say that an id with a slash in it makes another path, which is 404.',
    ],
    limits: [
      ...leftOut.map((phase) => `Left out of this record: ${phaseNames[phase]}.`),
      ...(refused.length > 0 ? [`Called, and refused in every case: ${refused.join(', ')}.`] : []),
    ],
  });
}
process.exit(failures.length === 0 ? 0 : 1);

function succeeded(answers: Judgement['answers']): string[] {
  const isSuccess = (status: number) => status < 300;
  return [...answers].flatMap(([operationId, statuses]) =>
    [...statuses].some(isSuccess) ? [operationId] : [],
  );
}

function quoted(argument: string): string {
  return /^[\w,-]+$/.test(argument) ? argument : `'${argument}'`;
}
