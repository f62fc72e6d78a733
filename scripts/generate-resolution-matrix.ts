/**
 * `node scripts/generate-resolution-matrix.ts`: writes docs/reference/resolution-matrix.md from the resolution itself.
 * With `--check` it writes nothing and fails if the committed page is not what would be written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resolutionMatrixPage } from './reference/resolution-matrix-page.ts';

export const resolutionMatrixFile = 'docs/reference/resolution-matrix.md';

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const page = resolutionMatrixPage();
  if (!values.check) {
    writeFileSync(resolutionMatrixFile, page);
  } else if (readFileSync(resolutionMatrixFile, 'utf8') !== page) {
    console.error(`${resolutionMatrixFile} is not current: run node scripts/generate-resolution-matrix.ts.`);
    process.exitCode = 1;
  }
}
