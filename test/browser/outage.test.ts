import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startOwnPostgres } from '../execution/connectors/own-postgres.ts';
import { serviceLogin } from '../support/service-login.ts';
import { openUnreliableProxy } from '../support/unreliable-proxy.ts';
import { assertAccessible, openConsole } from './console.ts';

const server = await startOwnPostgres();
after(() => server.stop());
const database = await openUnreliableProxy(await serviceLogin(server));
after(() => database.close());
const there = await openConsole({ after }, { DATABASE_URL: database.url });

async function assertTold(page: Page): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: 'dependency_unavailable' });
  await alert.waitFor();
  assert.match((await alert.textContent()) ?? '', /dependency_unavailable request [0-9a-f-]{36}/);
  await assertAccessible(page);
}

test('503: a database that is away is told, what was entered stays, and once it is back all goes on', async () => {
  const page = await there.signIn('Olivia Ortega', '/sources/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('kept');
  await page.getByRole('textbox', { name: 'Folder' }).fill(there.folder);
  await database.stop();
  await page.getByRole('button', { name: 'Add the source' }).click();
  await assertTold(page);
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'kept');

  await page.getByRole('link', { name: 'Datasets' }).click();
  await assertTold(page);
  await database.resume();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No dataset yet' }).waitFor();
});
