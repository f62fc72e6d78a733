import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, openConsole, picture } from './console.ts';

const there = await openConsole({ after });
const wide = { viewport: { width: 1440, height: 900 } };

test('the whole way, from the first sign-in to the row that differs', async () => {
  const page = await there.signIn('Olivia Ortega', '/', wide);
  await page.getByRole('heading', { name: 'Begin with the data' }).waitFor();
  await assertAccessible(page);

  for (const side of ['shop', 'lake']) {
    await page.goto('/sources/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(side);
    await page.getByRole('textbox', { name: 'Folder' }).fill(`${there.folder}/${side}`);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add the source' }).click();
    await page.getByRole('heading', { name: side, level: 1 }).waitFor();
    await page.getByRole('checkbox', { name: 'Select orders.csv' }).check();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Register 1 dataset' }).click();
    await page.getByRole('link', { name: `orders (${side})` }).waitFor();
  }

  await page.getByRole('link', { name: 'Datasets' }).click();
  await page.getByText('Ready').nth(1).waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'orders' }).first().click();
  await page.getByRole('region', { name: 'Fields' }).getByText('ordered_at').waitFor();
  await assertAccessible(page);
  await picture(page, 'dataset');

  await page.getByRole('link', { name: 'Pairs', exact: true }).click();
  await page.getByRole('button', { name: 'Pair them' }).first().waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Pair them' }).first().click();
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByText('5 compare by themselves').waitFor();
  await assertAccessible(page);
  await picture(page, 'pair');

  await page.getByRole('link', { name: 'Test amount' }).click();
  await page.getByText('Compared as').waitFor();
  await assertAccessible(page);
  await picture(page, 'test');
  await page.goBack();
  await page.getByRole('tab', { name: 'Suggested tests' }).click();
  await assertAccessible(page);
  await page.getByRole('button', { name: /^Create \d+ tests$/ }).click();
  await page
    .getByRole('link', { name: /amount/ })
    .first()
    .waitFor();
  await assertAccessible(page);

  await page.getByRole('button', { name: 'Run this pair' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  // Tokens live in memory alone: a reload in the middle of a Run signs in again unseen and goes on watching.
  await page.reload();
  await page.getByText(/tests found differences/).waitFor();
  await assertAccessible(page);
  await picture(page, 'run');

  await page.getByRole('link', { name: 'VALUE of amount' }).click();
  const rows = page.getByRole('region', { name: 'Differing rows' });
  await rows.getByRole('row', { name: /^21 / }).waitFor();
  assert.match((await rows.getByRole('row', { name: /^21 / }).textContent()) ?? '', /\+0\.05/);
  assert.equal(await rows.locator('mark').first().isVisible(), true);
  await page.getByText('differences that are shown look alike').waitFor();
  await assertAccessible(page);
  await picture(page, 'result');

  await page.keyboard.press('j');
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'TR');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  assert.equal((await download).suggestedFilename(), 'VALUE-of-amount.csv');

  await page.getByRole('link', { name: 'Only in the source' }).click();
  await page.waitForURL(/kind=onlyInSource/);
  await rows.getByText('only in the source').first().waitFor();
  await page.goBack();
  await page.waitForURL(/results\/[0-9a-f-]{36}$/);

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'What differs' }).waitFor();
  await assertAccessible(page);
});

test('every filter of the list of Runs stands in the address', async () => {
  const page = await there.signIn('Rita Rahman', '/runs?status=fail&search=orders', wide);
  await page
    .getByRole('link', { name: /orders/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Fail' }).isChecked(), true);
  await assertAccessible(page);
  await picture(page, 'runs');
  await page.getByText('Pass', { exact: true }).click();
  await page.waitForURL(/status=pass/);
  await page.getByRole('heading', { name: 'No Run is like that' }).waitFor();
  await page.goBack();
  await page
    .getByRole('link', { name: /orders/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Name' }).click();
  await page.waitForURL(/sortBy=name/);
});

test('the search is one key away and leads to what it finds', async () => {
  const page = await there.signIn('Rita Rahman', '/', wide);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search everything' }).fill('orders');
  await page
    .getByRole('button', { name: /^orders → orders|orders/ })
    .first()
    .waitFor();
  await assertAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== '/');
});

test('a verdict can be read on a phone, in the dark', async () => {
  const page = await there.signIn('Rita Rahman', '/', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByRole('heading', { name: /tests found differences/ }).waitFor();
  const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(overflow, false, 'nothing is wider than the phone');
  await assertAccessible(page);
  await picture(page, 'phone');
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page
    .getByRole('link', { name: /orders/ })
    .first()
    .click();
  await page.getByText(/tests found differences/).waitFor();
  await assertAccessible(page);
});
