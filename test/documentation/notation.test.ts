import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleCommands, pageBlocks, pageNeeds } from './page-blocks.ts';
import { printsAsShown } from './shown-output.ts';
import { workflowSteps } from './workflow-steps.ts';

const page = `# A page
<!-- needs: postgresql, mariadb -->

<!-- not run: there is no such tool -->
<!-- a remark -->
\`\`\`sh
az login
\`\`\`

Words in between.

\`\`\`console
$ one \\
    two
printed
$ three \\
    four
\`\`\`
`;

test('blocks come with their line and what is said about them', () => {
  const [az, session] = pageBlocks(page);
  assert.deepEqual(az, {
    language: 'sh',
    text: 'az login',
    line: 7,
    directives: { 'not run': 'there is no such tool' },
  });
  assert.deepEqual(session?.directives, {}, 'a remark belongs to the block right after it');
  assert.deepEqual(consoleCommands(session ?? assert.fail()), [
    { command: 'one \\\n    two', output: 'printed', line: 13 },
    { command: 'three \\\n    four', output: '', line: 16 },
  ]);
  assert.deepEqual(pageNeeds(page), ['postgresql', 'mariadb']);
  assert.throws(() => pageBlocks('```sh\nls\n'), SyntaxError);
});

test('what varies may vary, and nothing else', () => {
  const shown = 'Run 01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d11 (1.5 s, 12 MiB)\n…\n4 rows … of (a+b)';
  const printed = (rows: string) =>
    `Run 01a1de48-833f-72d2-8094-e7d5562103d3 (830 ms, 9 MiB)\nmore\nand more\n${rows} differ of (a+b)\n`;
  assert.ok(printsAsShown(shown, printed('4 rows')));
  assert.ok(!printsAsShown(shown, printed('5 rows')));
  assert.ok(!printsAsShown('4 rows', '4 rows\nand an error'));
  assert.ok(printsAsShown('first\n…', 'first\nsecond\nthird'));
  assert.ok(!printsAsShown('first\n…', 'second'));
});

test('the steps of a workflow are its commands', () => {
  const workflow = `
steps:
  - uses: actions/checkout@v4
  - run: npm ci
  - run: plumbline compare a b
  - name: several
    run: |
      one
        two

      three
    shell: bash
validate:
  script:
    - npm ci
    - plumbline run --all
  after: x
`;
  assert.deepEqual(workflowSteps(workflow), [
    'plumbline compare a b',
    'one\n  two\n\nthree',
    'plumbline run --all',
  ]);
});
