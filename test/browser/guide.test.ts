import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, openConsole } from './console.ts';

const app = await openConsole({ after });
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/** A page of each kind: words, a session in a terminal, wide tables, pictures, a list that the service makes. */
const pages = [
  '/guide',
  '/guide/tutorial/compare-two-files',
  '/guide/how-to/write-validation-tests',
  '/guide/reference/configuration',
  '/guide/tutorial/read-a-run',
  '/guide/decisions',
];

for (const [name, viewport, colorScheme] of [
  ['a phone', phone, 'dark'],
  ['a desk', desk, 'light'],
] as const) {
  test(`the guide on ${name}`, async () => {
    const page = await app.newPage({ viewport, colorScheme });
    for (const path of pages) {
      await page.goto(path);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, viewport.width, `${path} does not fit`);
      await assertAccessible(page);
    }
    await page.goto('/guide/tutorial/compare-two-files');
    await page.locator('.neighbours a[rel=next]').click();
    await page.waitForURL('**/guide/tutorial/read-a-run');
    await page.close();
  });
}
