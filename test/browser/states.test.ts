import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, openConsole } from './console.ts';

const there = await openConsole({ after });

test('empty places teach, each with what to do next', async () => {
  const page = await there.signIn('Olivia Ortega', '/runs');
  const teaching: readonly [string, string][] = [
    ['/runs', 'Nothing was run yet'],
    ['/pairs', 'No pair yet'],
    ['/datasets', 'No dataset yet'],
    ['/sources', 'No source yet'],
    ['/settings/invitations', 'Nobody is invited'],
    ['/settings/connections', 'No platform is connected'],
  ];
  for (const [place, title] of teaching) {
    await page.goto(place);
    await page.getByRole('heading', { name: title }).waitFor();
    await assertAccessible(page);
  }
  for (const place of [
    '/settings/plan',
    '/settings/api',
    '/settings/environment',
    '/sources/new',
    '/pairs/new',
  ]) {
    await page.goto(place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertAccessible(page);
  }
});

test('a refusal says what happened and what to do, with the request', async () => {
  const page = await there.signIn('Carl Castellan');
  await page.getByRole('button', { name: 'Run all' }).click();
  const notice = page.getByRole('alert');
  await notice
    .getByText(/no active/i)
    .first()
    .waitFor();
  assert.match((await notice.textContent()) ?? '', /request [0-9a-f-]{36}/);
});

test('what is not there, and an address that leads nowhere, are told', async () => {
  const page = await there.signIn('Rita Rahman', '/datasets/00000000-0000-7000-8000-000000000000');
  await page.getByRole('alert').getByText('The resource does not exist').waitFor();
  await assertAccessible(page);
  await page.goto('/nowhere/at/all');
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await assertAccessible(page);
});

test('a network that breaks is told, and what was entered stays', async () => {
  const page = await there.signIn('Olivia Ortega', '/sources/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('kept');
  await page.getByRole('textbox', { name: 'Folder' }).fill(there.folder);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add the source' }).click();
  await page.getByRole('alert').getByText('The service could not be reached').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'kept');
  await assertAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Add the source' }).click();
  await page.getByRole('heading', { name: 'kept', level: 1 }).waitFor();
});

test('a dataset that cannot be read says why and can be tried again', async () => {
  const page = await there.signIn('Olivia Ortega', '/sources/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('outside');
  await page.getByRole('textbox', { name: 'Folder' }).fill('/var/empty');
  await page.getByRole('button', { name: 'Add the source' }).click();
  await page.getByRole('heading', { name: 'outside', level: 1 }).waitFor();
  await page.getByRole('alert').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Error').first().waitFor({ state: 'attached' });
});

test('the documentation opens with the token attached', async () => {
  const page = await there.signIn('Rita Rahman', '/settings/api');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the documentation' }).click();
  const reference = await opening;
  await reference.getByText('Read what the caller may do').first().waitFor({ state: 'attached' });
  assert.match(
    await reference.content(),
    /"delegatedToken":\{"token":"eyJ|delegatedToken&quot;:\{&quot;token&quot;:&quot;eyJ/,
  );
});
