import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, chooseAccount, deafen, openConsole, picture } from './console.ts';

const there = await openConsole({ after });

test('nothing of a session is kept but in memory, and signing out ends it', async () => {
  const page = await there.signIn('Olivia Ortega');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const stored = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'));
  assert.doesNotMatch(stored, /eyJ|token/i);
  await page.getByRole('button', { name: /Account of/ }).click();
  await assertAccessible(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Signed out' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in to Plumbline' }).waitFor();
});

test('a reader sees no button that would be refused', async () => {
  const page = await there.signIn('Rita Rahman', '/settings/environment');
  await page.getByRole('heading', { name: 'Execution environment' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Run/ }).count(), 0);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  assert.equal(await settings.getByRole('link', { name: 'Members' }).count(), 0);
  await assertAccessible(page);
  for (const place of ['/sources', '/datasets', '/pairs', '/runs']) {
    await page.goto(place);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    assert.equal(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^(Add|Pair)/ })
        .count(),
      0,
      place,
    );
    await assertAccessible(page);
  }
});

test('a contributor may run, and may not manage people or sources', async () => {
  const page = await there.signIn('Carl Castellan', '/sources');
  await page.getByRole('button', { name: 'Run all' }).waitFor();
  await page.getByRole('heading', { name: 'No source yet' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Add a source' }).count(), 0);
});

test('the first person of a directory activates its Organization', async () => {
  const page = await there.signIn('Frank Fischer');
  await page.getByRole('heading', { name: 'Activate your Organization' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('textbox', { name: 'Name of the Organization' }).fill('Fabrikam');
  await page.getByRole('button', { name: 'Activate' }).click();
  await page
    .getByRole('link', { name: /overview/ })
    .getByText('Fabrikam')
    .waitFor();
});

test('somebody without a membership is told to ask, and joins by the link of an invitation', async () => {
  const nora = await there.signIn('Nora Nakamura');
  await nora.getByRole('heading', { name: 'Ask an Owner to invite you' }).waitFor();
  await assertAccessible(nora);

  const olivia = await there.signIn('Olivia Ortega', '/settings/invitations');
  await olivia.getByRole('textbox', { name: 'E-mail address' }).fill('nora@contoso.example');
  await assertAccessible(olivia);
  await olivia.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await olivia.locator('code', { hasText: '/invitations/' }).innerText();
  await assertAccessible(olivia);

  await nora.goto(link);
  await nora.getByRole('button', { name: 'Join' }).click();
  await nora.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.equal(await nora.getByRole('button', { name: 'Run all' }).count(), 0, 'as a reader');
});

test('a personal account is told why it is not let in', async () => {
  const page = await there.signIn('Pat Pereira');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('textbox').fill('Mine');
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('alert').getByText('A work or school account is required').waitFor();
  await assertAccessible(page);
});

test('a sign-in that is cancelled says so and can be begun again', async () => {
  const page = await there.newPage();
  await page.goto('/runs');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'You could not be let in' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await chooseAccount(page, 'Rita Rahman');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('two tabs that change one member: the second is told, and shown what it is now', async () => {
  const first = await there.signIn('Olivia Ortega', '/settings/members');
  const second = await first.context().newPage();
  await second.goto('/settings/members');
  await second.getByRole('heading', { name: 'Members' }).waitFor();
  await deafen(second);
  await picture(first, 'members');
  const changed = (page: typeof first) =>
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 200);
  const choose = async (page: typeof first, role: string) => {
    await page.getByRole('combobox', { name: 'Role of Rita Rahman' }).click();
    await page.getByRole('option', { name: role }).click();
  };
  await second.getByRole('combobox', { name: 'Role of Rita Rahman' }).waitFor();
  await Promise.all([changed(first), choose(first, 'Contributor')]);
  await choose(second, 'Owner');
  const conflict = second.getByRole('alert');
  await conflict.getByText('Somebody else was faster').waitFor();
  await conflict.getByRole('row', { name: 'role reader contributor' }).waitFor();
  assert.match((await conflict.textContent()) ?? '', /etag_mismatch request [0-9a-f-]{36}/);
  await assertAccessible(second);
  await second.getByRole('button', { name: 'Show what it is now' }).click();
  await second.getByRole('alert').waitFor({ state: 'detached' });
  assert.equal(
    await second.getByRole('combobox', { name: 'Role of Rita Rahman' }).inputValue(),
    'Contributor',
  );
  await Promise.all([changed(second), choose(second, 'Reader')]);
});

test('the last Owner cannot step down, and is told why', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/members');
  await page.getByRole('combobox', { name: 'Role of Olivia Ortega' }).click();
  await page.getByRole('option', { name: 'Reader' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The Organization needs an Owner').waitFor();
  assert.match((await alert.textContent()) ?? '', /last_owner.*request [0-9a-f-]{36}/);
  await assertAccessible(page);
});
