import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { referencePages } from '../../scripts/generate-reference.ts';
import { resolutionMatrixFile } from '../../scripts/generate-resolution-matrix.ts';
import { resolutionMatrixPage } from '../../scripts/reference/resolution-matrix-page.ts';
import { proofPage, proofPageFile } from '../../scripts/write-proof.ts';

/** Every page that is made from the code, with what makes it. */
const generatedPages: Readonly<Record<string, () => string>> = {
  ...referencePages,
  [resolutionMatrixFile]: resolutionMatrixPage,
  [proofPageFile]: proofPage,
};

function isCurrent(file: string, render: () => string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === render();
}

for (const [file, render] of Object.entries(generatedPages)) {
  test(`${file} is what the code makes`, () => {
    assert.ok(
      isCurrent(file, render),
      `${file} is not current: run its generator in scripts/ and commit the page.`,
    );
  });
}

test('the gate fails on a page that differs and on one that is missing', () => {
  assert.equal(
    isCurrent(resolutionMatrixFile, () => `${resolutionMatrixPage()}\n`),
    false,
  );
  assert.equal(
    isCurrent('docs/reference/no-such-page.md', () => ''),
    false,
  );
});
