import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startLocalServer } from '../support/local-server.ts';
import { assertAccessible, openConsole } from './console.ts';

const there = await openConsole({ after }, { PLUMBLINE_WEBHOOK_HOSTS: '127.0.0.1' });
const receiver = await startLocalServer({ after }, () => ({ status: 204 }));

test('a schedule is made, changed, paused and deleted once somebody has read what that means', async () => {
  const page = await there.signIn('Olivia Ortega', '/schedules');
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();
  await assertAccessible(page);
  const form = page.getByRole('form', { name: 'New schedule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Every morning');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('link', { name: 'Every morning' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Pause Every morning' }).click();
  await page.getByRole('button', { name: 'Resume Every morning' }).waitFor();

  await page.getByRole('link', { name: 'Every morning' }).click();
  await page.getByText('None while it is paused').waitFor();
  await page.getByRole('button', { name: 'Resume Every morning' }).click();
  await page.getByRole('button', { name: 'Pause Every morning' }).waitFor();
  await page.getByRole('button', { name: 'Edit …' }).click();
  const settings = page.getByRole('form', { name: 'Edit the schedule' });
  await settings.getByRole('textbox', { name: 'Name' }).fill('Every night');
  await settings.getByRole('combobox', { name: 'Cron expression' }).fill('30 3 * * *');
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Every night' }).waitFor();
  await page
    .getByText(/, 03:30$/)
    .first()
    .waitFor();
  await assertAccessible(page);

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByText('The Runs that it started stay').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Delete the schedule' }).click();
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();
});

test('a schedule that somebody else changed: what was written stays, and both values are shown', async () => {
  const client = await there.client();
  const { scheduleUuid, etag } = (
    await client.call('create_schedule', {
      idempotencyKey: randomUUID(),
      body: { name: 'Hourly', cron: '0 * * * *', timeZone: 'UTC', scope: { kind: 'all' } },
    })
  ).body;
  const page = await there.signIn('Carl Castellan', `/schedules/${scheduleUuid}`);
  await page.getByRole('button', { name: 'Edit …' }).click();
  const settings = page.getByRole('form', { name: 'Edit the schedule' });
  await settings.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await client.call('update_schedule', {
    params: { scheduleUuid },
    ifMatch: etag,
    body: { cron: '15 * * * *' },
  });
  await settings.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else was faster' });
  await conflict.getByRole('row', { name: 'cron 0 * * * * 15 * * * *' }).waitFor();
  assert.equal(await settings.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mine');
  await assertAccessible(page);
  await conflict.getByRole('button', { name: 'Show what it is now' }).click();
  await conflict.waitFor({ state: 'detached' });
  assert.equal(await settings.getByRole('combobox', { name: 'Cron expression' }).inputValue(), '15 * * * *');
});

test('a webhook shows its secret once, and what its receiver answered', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/webhooks');
  await page.getByRole('heading', { name: 'Nothing is told to' }).waitFor();
  await assertAccessible(page);
  const form = page.getByRole('form', { name: 'New webhook' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Bot');
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.origin);
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('link', { name: 'Bot' }).click();
  await page.getByText('Nothing has been sent yet').waitFor();
  assert.equal(await page.getByText(/whsec_/).count(), 0);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('cell', { name: '204 delivered' }).waitFor();
  assert.ok(receiver.asked.length > 0);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByText(/^whsec_/).waitFor();

  await page.getByRole('button', { name: 'Edit …' }).click();
  const settings = page.getByRole('form', { name: 'Edit the webhook' });
  await settings.getByRole('textbox', { name: 'Name' }).fill('Incident bot');
  await assertAccessible(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incident bot' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByText('the log of deliveries goes').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByRole('heading', { name: 'Nothing is told to' }).waitFor();
});

test('a notification rule is made and deleted', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/notifications');
  const form = page.getByRole('form', { name: 'New notification rule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Data team');
  await form.getByRole('textbox', { name: /Address/ }).fill(`${receiver.origin}/services/X`);
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('cell', { name: 'Data team', exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Delete Data team' }).click();
  await page.getByRole('button', { name: 'Delete the rule' }).click();
  await page.getByRole('heading', { name: 'Nobody is told anything' }).waitFor();
});

test('what somebody else does is seen without asking', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/invitations');
  await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  const client = await there.client();
  await client.call('create_organization_invitation', {
    idempotencyKey: randomUUID(),
    body: {
      email: 'newcomer@contoso.example',
      role: 'reader',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  // The list is read once when the page opens, and again only when an event says so.
  await page.getByRole('cell', { name: 'newcomer@contoso.example', exact: true }).waitFor();
});
