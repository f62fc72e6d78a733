import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { followPages } from './follow-page.ts';
import { pageBlocks } from './page-blocks.ts';
import { allPages, lastPages } from './pages.ts';

const pages = allPages();

describe('what a page says can be done', { concurrency: 2 }, () => {
  for (const { file, trail } of lastPages(pages.filter(({ needs }) => needs.length === 0))) {
    test(file, async () => followPages(trail));
  }
});

test('what is not run has a reason, and there is little of it', () => {
  const notRun = pages.flatMap(({ file, text }) =>
    pageBlocks(text).flatMap(({ line, directives: { 'not run': reason } }) =>
      reason === undefined ? [] : [`${file}:${line} ${reason}`],
    ),
  );
  for (const block of notRun) assert.match(block, /:\d+ \S+/, 'a block is left out without a reason');
  // Each names a service of another company, or software that this machine has not. The proof has a command for each of
  // its sections, which wrote the section.
  const ofProof = notRun.filter((block) => block.startsWith('docs/proof.md:'));
  assert.equal(ofProof.length, readdirSync('docs/proof').length, 'a section of the proof has one command');
  assert.ok(notRun.length - ofProof.length <= 8, `Too much is not run:\n${notRun.join('\n')}`);
});

test('a page that shows what is not printed, or a command that fails, is found', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-wrong-page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const wrong = {
    output: '```console\n$ echo right\nwrong\n```\n',
    failure: '```sh\nfalse\necho went on\n```\n',
    status: '<!-- exits with: 1 -->\n```sh\nexit 3\n```\n',
    language: '```cobol\nSTOP RUN.\n```\n',
    setting: '```env\nPLUMBLINE_PROT=1\n```\n',
    json: '```json\n{\n```\n',
  };
  for (const [name, page] of Object.entries(wrong)) {
    const file = join(folder, `${name}.md`);
    writeFileSync(file, page);
    await assert.rejects(followPages([file]), name);
  }
});
