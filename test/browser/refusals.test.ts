import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openEmbeddedDatabase } from '../../src/storage/embedded/embedded-database.ts';
import { scratch, startServe } from '../support/command.ts';
import { assertAccessible, deafen, openConsole } from './console.ts';

/** An installation whose trial ended yesterday: time goes by in the database, while nobody is there. */
async function endedTrial(): Promise<string> {
  const dataDir = scratch();
  const service = await startServe({ after: () => {} }, { PLUMBLINE_DATA_DIR: dataDir });
  service.child.kill('SIGTERM');
  await service.finished;
  const database = await openEmbeddedDatabase({
    dataDir: join(dataDir, 'database'),
    serviceRole: 'plumbline_service',
  });
  await database.admin.transaction((tx) =>
    tx.query(`UPDATE plumbline.entitlements SET trial_ends_at = now() - interval '1 day'`),
  );
  await database.close();
  return dataDir;
}

const there = await openConsole(
  { after },
  {
    PLUMBLINE_DATA_DIR: await endedTrial(),
    // More than the tests of this file ask for, until the last of them uses it up.
    PLUMBLINE_RATE_LIMIT_CAPACITY: '500',
    PLUMBLINE_RATE_LIMIT_PER_SECOND: '1',
  },
);

/** Whatever is refused says what happened, what to do, the code and the request. */
async function assertTold(page: Page, words: RegExp, code: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: code });
  await alert.waitFor();
  const said = (await alert.textContent()) ?? '';
  assert.match(said, words);
  assert.match(said, new RegExp(`${code} request [0-9a-f-]{36}`));
  await assertAccessible(page);
}

test('402: a trial that has ended leads to the plan', async () => {
  const page = await there.signIn('Carl Castellan', '/runs');
  await page.getByRole('button', { name: 'Run all' }).click();
  await assertTold(page, /entitle|trial|plan/i, 'entitlement_expired');
  await page.getByRole('link', { name: 'See the plan' }).click();
  await page.getByText('nothing can be changed or run until an Owner subscribes').waitFor();
  await assertAccessible(page);
});

test('422: a form that cannot be accepted says which part, and keeps what was written', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/environment');
  await page.getByRole('textbox', { name: 'Name' }).fill('Production');
  await page.getByRole('textbox', { name: 'Location' }).fill('westeurope');
  await page.getByRole('textbox', { name: 'Azure subscription id' }).fill('not an id');
  await page.getByRole('button', { name: 'Make the installer' }).click();
  await assertTold(page, /subscriptionId|uuid/i, 'validation_failed');
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Production');
});

test('403: a role that was taken away is noticed, and the button goes', async () => {
  const carl = await there.signIn('Carl Castellan', '/pairs/new');
  await carl.getByRole('heading', { name: 'Pair two datasets' }).waitFor();
  await deafen(carl);
  await carl.getByRole('heading', { name: 'Pair two datasets' }).waitFor();
  const client = await there.client();
  const { items } = (await client.call('list_organization_members', {})).body;
  const member = items.find(({ email }) => email === 'carl@contoso.example');
  assert.ok(member);
  const { memberUuid, etag: ifMatch } = member;
  const lowered = await client.call('update_organization_member', {
    params: { memberUuid },
    body: { role: 'reader' },
    ifMatch,
  });
  await carl.getByRole('button', { name: 'Run all' }).click();
  await assertTold(carl, /role/i, 'role_insufficient');
  await carl.getByRole('button', { name: 'Run all' }).waitFor({ state: 'detached' });
  await carl.getByRole('heading', { name: 'Not for your role' }).waitFor();
  await client.call('update_organization_member', {
    params: { memberUuid },
    body: { role: 'contributor' },
    ifMatch: lowered.body.etag,
  });
});

test('409: a data factory cannot be looked for where no cloud is configured', async () => {
  const page = await there.signIn('Olivia Ortega', '/sources/new');
  await page.getByText('Data factory', { exact: true }).click();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Look for data factories' }).click();
  await assertTold(page, /./, 'cloud_not_configured');
});

test('an environment is set up step by step, up to the wait for its executor, and retired', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/environment');
  await page.getByRole('textbox', { name: 'Name' }).fill('Production');
  await page.getByRole('textbox', { name: 'Location' }).fill('westeurope');
  const subscription = page.getByRole('textbox', { name: 'Azure subscription id' });
  await subscription.fill('b2f7a0c4-5d1e-4c83-9a57-0f6d3e8c1b24');
  await page.getByRole('button', { name: 'Make the installer' }).click();
  await page.getByRole('link', { name: 'Open in the portal' }).waitFor();
  assert.match(
    await page.locator('code', { hasText: 'az deployment' }).innerText(),
    /az deployment sub create/,
  );
  await assertAccessible(page);
  await page.getByRole('textbox', { name: 'executorObjectId' }).fill('0b6d7d66-6c3f-4a70-9d4b-2f0f3f6f7a11');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Waiting for the executor of the environment to call').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Retire …' }).click();
  await page.getByRole('button', { name: 'Retire the environment' }).click();
  await page.getByText('No environment of your own').waitFor();
});

test('429: too many requests are told, once asking again a few times did not help', async () => {
  const page = await there.signIn('Carl Castellan', '/runs');
  await page.getByRole('heading', { name: 'Nothing was run yet' }).waitFor();
  const client = await there.client();
  const refused = Promise.withResolvers<void>();
  let isAsking = true;
  const asking = Array.from({ length: 16 }, async () => {
    while (isAsking) await client.call('get_access', {}).catch(() => refused.resolve());
  });
  try {
    await refused.promise;
    await page.getByRole('button', { name: 'Run all' }).click();
    await assertTold(page, /request/i, 'rate_limited');
  } finally {
    isAsking = false;
    await Promise.all(asking);
  }
});
