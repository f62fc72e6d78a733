import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startLocalServer } from '../support/local-server.ts';
import { assertAccessible, openConsole } from './console.ts';

const there = await openConsole({ after }, { PLUMBLINE_WEBHOOK_HOSTS: '127.0.0.1' });
const receiver = await startLocalServer({ after }, () => ({ status: 204 }));

test('a schedule is made, paused and deleted', async () => {
  const page = await there.signIn('Olivia Ortega', '/schedules');
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();
  await assertAccessible(page);
  const form = page.getByRole('form', { name: 'New schedule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Every morning');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('cell', { name: 'Every morning', exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Pause Every morning' }).click();
  await page.getByRole('button', { name: 'Resume Every morning' }).waitFor();
  await page.getByRole('button', { name: 'Delete Every morning' }).click();
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();
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
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('cell', { name: '204 delivered' }).waitFor();
  assert.ok(receiver.asked.length > 0);
  await assertAccessible(page);
  await page.reload();
  await page.getByRole('cell', { name: 'Bot', exact: true }).waitFor();
  assert.equal(await page.getByText(/whsec_/).count(), 0);
});

test('a notification rule is made', async () => {
  const page = await there.signIn('Olivia Ortega', '/settings/notifications');
  const form = page.getByRole('form', { name: 'New notification rule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Data team');
  await form.getByRole('textbox', { name: /Address/ }).fill(`${receiver.origin}/services/X`);
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('cell', { name: 'Data team', exact: true }).waitFor();
  await assertAccessible(page);
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
