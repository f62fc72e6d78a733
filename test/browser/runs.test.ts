import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, openConsole, picture, waitUntilRead } from './console.ts';
import { pairOrders } from './paired-orders.ts';

const there = await openConsole({ after });
const client = await there.client();
const orders = await pairOrders(client, there.folder);
const wide = { viewport: { width: 1440, height: 900 } };

test('a Run waits, survives a reload, is cancelled, and is retried to its end', async () => {
  const page = await there.signIn('Carl Castellan', '/', wide);
  const goOn = there.holdExecutor();
  try {
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.reload();
    // The executor may have asked for work already when it was held back.
    await page.getByText(/^Waiting for an executor to take it up$|^0 of \d+ tests done$/).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Cancelled\. Of \d+ tests, \d+ tests could not be decided\.$/).waitFor();
    await assertAccessible(page);
  } finally {
    goOn();
  }
  const cancelled = page.url();
  await page.getByRole('button', { name: 'Retry what could not be decided' }).click();
  await page.waitForURL((url) => url.href !== cancelled);
  await page.getByText(/tests found differences/).waitFor();
  await page.getByRole('link', { name: 'an earlier Run' }).click();
  await page.waitForURL(cancelled);
});

test('the report of a Run is opened as a page and saved in every format', async () => {
  const page = await there.signIn('Rita Rahman', '/runs?status=fail', wide);
  await page.getByRole('link', { name: /Retry/ }).first().click();
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.getByRole('button', { name: 'Report' }).click();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  const opening = page.waitForEvent('popup');
  await menu('Open as a page');
  const report = await opening;
  await report.getByText('VALUE of amount').first().waitFor();
  await report.close();
  for (const [item, ending] of [
    ['A page to show around', 'html'],
    ['Markdown, for a comment', 'md'],
    ['JUnit, for a CI server', 'xml'],
    ['CSV, for a table', 'csv'],
  ] as const) {
    const download = page.waitForEvent('download');
    await menu(item);
    assert.match((await download).suggestedFilename(), new RegExp(`\\.${ending}$`));
  }
});

test('a Run tells what became of its tests since the one before, and the overview the rows that differ', async () => {
  const page = await there.signIn('Carl Castellan', '/', wide);
  for (const _ of ['first', 'second']) {
    const before = page.url();
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.waitForURL((url) => url.href !== before && /\/runs\//.test(url.pathname));
    await page.getByText(/tests found differences/).waitFor();
  }
  await page.getByText(/0 broke, 0 repaired, \d+ differ still/).waitFor();
  await page.getByRole('link', { name: 'Compare the two' }).click();
  await page.getByText('Differs still').first().waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByText('Rows that differ or are missing', { exact: true }).waitFor();
  await page.getByText('Executors online').waitFor();
  const recent = page.getByRole('list', { name: 'Recent Runs, the oldest first' }).getByRole('listitem');
  const failed = page.getByRole('link', { name: /Fail, [1-9]\d* rows differ or are missing$/ });
  await recent.last().filter({ has: failed }).waitFor();
  await assertAccessible(page);
  await picture(page, 'overview');

  await page.getByRole('link', { name: /^Look at/ }).click();
  await page.getByRole('region', { name: 'Differing rows' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Executors online').waitFor();
  assert.equal(await page.getByText('From here to the first row that is wrong').count(), 0);
});

test('rows of evidence are walked through by key, copied with a click, and deleted by who may', async () => {
  const reader = await there.signIn('Rita Rahman', '/', wide);
  await reader.getByRole('link', { name: 'VALUE of amount' }).first().click();
  await reader.getByRole('region', { name: 'Differing rows' }).waitFor();
  assert.equal(await reader.getByRole('button', { name: 'Delete …' }).count(), 0);

  const page = await there.signIn('Carl Castellan', '/', {
    ...wide,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('link', { name: 'VALUE of amount' }).first().click();
  const rows = page.getByRole('region', { name: 'Differing rows' });
  await rows.getByRole('row', { name: /^21 / }).waitFor();
  for (const [key, index] of [
    ['n', '0'],
    ['n', '1'],
    ['p', '0'],
    ['j', '1'],
    ['k', '0'],
  ] as const) {
    await page.keyboard.press(key);
    await rows.locator(`tr:focus[data-index="${index}"]`).waitFor();
  }
  await page.keyboard.press('c');
  await page.getByText('Copied 21').waitFor();
  await rows.getByRole('button', { name: '42', exact: true }).click();
  await page.getByText('Copied 42').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '42');

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByText('the differing rows of every test').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Delete the evidence' }).click();
  await page.getByText(/The rows of evidence (are being|were) deleted/).waitFor();
});

test('names find pairs, and a long name is not needed', async () => {
  const page = await there.signIn('Rita Rahman', '/pairs', wide);
  await page.getByRole('textbox', { name: 'Search pairs' }).fill('LAKE');
  await page.waitForURL(/search=LAKE/);
  await page.getByRole('link', { name: /orders \(shop\)/ }).waitFor();
  await page.getByRole('textbox', { name: 'Search pairs' }).fill('nothing like it');
  await page.getByRole('heading', { name: 'No pair is called “nothing like it”' }).waitFor();
  await assertAccessible(page);
});

test('each role sees the buttons that it may use, and no others', async () => {
  const { datasetPairUuid, sourceUuid, datasetUuid, validationTestUuid } = orders;
  const { items } = (await client.call('list_runs', { query: { limit: 1 } })).body;
  const run = `/runs/${items[0]?.runUuid}`;
  const places = [
    '/',
    '/runs',
    run,
    '/pairs',
    `/pairs/${datasetPairUuid}`,
    '/datasets',
    `/datasets/${datasetUuid}`,
    '/sources',
    `/sources/${sourceUuid}`,
    '/settings/environment',
    '/settings/connections',
    '/settings/plan',
    '/settings/api',
  ];
  const contributing =
    /^(Run (all|this)|Cancel|Retry what|Add a test|Pair (two|them|it)|Prepare|Try again|More actions|Register|Delete)/;
  const owning = /^(Add a source|Remove|Test$|Connect|Make the installer|Verify|Retire|Invite)/;
  const closed = {
    contributor: ['/pairs/new', `/pairs/${datasetPairUuid}/test`, `/tests/${validationTestUuid}`],
    owner: ['/sources/new', '/settings/members', '/settings/invitations'],
  };
  for (const { name, refused, closedTo } of [
    {
      name: 'Rita Rahman',
      refused: [contributing, owning],
      closedTo: [...closed.contributor, ...closed.owner],
    },
    { name: 'Carl Castellan', refused: [owning], closedTo: closed.owner },
  ]) {
    const page = await there.signIn(name, '/', wide);
    for (const place of places) {
      await page.goto(place);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await waitUntilRead(page);
      const shown = [
        ...(await page.getByRole('button').allInnerTexts()),
        ...(await page.getByRole('main').getByRole('link').allInnerTexts()),
      ];
      for (const pattern of refused) {
        assert.deepEqual(
          shown.filter((text) => pattern.test(text.trim())),
          [],
          `${name} at ${place}`,
        );
      }
      await assertAccessible(page);
    }
    for (const place of closedTo) {
      await page.goto(place);
      await page.getByRole('heading', { name: 'Not for your role' }).waitFor();
    }
    await assertAccessible(page);
    await page.context().close();
  }
});
