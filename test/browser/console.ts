import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Client, createClient } from '../../src/contract/client.ts';
import { plumbline, scratch, startServe } from '../support/command.ts';
import { writeShop } from './shop.ts';

/** The real service with its executor and the built console, and a real browser. */
export interface TestConsole {
  readonly url: string;
  /** The folder of files that sources may lie in. */
  readonly folder: string;
  /** What the console does with its clicks, done at once: a state to look at needs no way there. */
  client(as?: string): Promise<Client>;
  /** Holds the executor back, as a machine without time for it does; what is called lets it go on. */
  holdExecutor(): () => void;
  /** A browser of its own for somebody, signed in at a path. */
  signIn(name: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A browser in which nobody is signed in. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function findChromium(): string {
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'There is no Chromium to test the console in. Install it (`apt-get install chromium`), or name it in CHROMIUM.',
  );
}

export async function openConsole(
  t: { after(fn: () => Promise<void>): void },
  environment: Readonly<Record<string, string>> = {},
): Promise<TestConsole> {
  const folder = writeShop(scratch());
  const service = await startServe(
    { after: (fn) => t.after(async () => fn()) },
    { PLUMBLINE_FILE_ROOTS: folder, PLUMBLINE_EXECUTOR_THREADS: '1', ...environment },
    [],
  );
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const newPage = (options?: BrowserContextOptions) => openPage(browser, service.url, options);
  return {
    url: service.url,
    folder,
    client: (as = 'olivia@contoso.example') => clientOf(service, as),
    holdExecutor() {
      const pid = Number(/"executorPid":(\d+)/.exec(service.said())?.[1]);
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
    newPage,
    async signIn(name, path = '/', options) {
      const page = await newPage(options);
      await page.goto(path);
      await chooseAccount(page, name);
      return page;
    },
  };
}

async function clientOf({ url, dataDir }: { url: string; dataDir: string }, as: string): Promise<Client> {
  const { finished } = plumbline(['token', '--as', as, '--data-dir', dataDir]);
  const { stdout, stderr, code } = await finished;
  assert.equal(code, 0, stderr);
  return createClient({ baseUrl: url, token: () => stdout.trim() });
}

/** At the embedded identity's page, which asks for no password. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.waitForURL(({ pathname }) => !/^\/(identity|signed-in)/.test(pathname));
}

/** Whatever the browser complains about is a failure: an exception, or something that the security policy refused. */
async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  // A machine that is busy with other suites is no defect of the console.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) throw new Error(message.text());
  });
  return page;
}

/** Nothing on the page stands for something that is still to come. The stream of events is never at rest itself. */
export async function waitUntilRead(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]').first().waitFor({
    state: 'detached',
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** No violation of any rule of axe-core on the page as it stands. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  );
  assert.deepEqual(told, [], `${page.url()}\n${told.join('\n')}`);
}

/** With PLUMBLINE_SCREENSHOTS=docs/images the suite renews the pictures of the documentation. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PLUMBLINE_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

/** From here on the page hears of nothing by itself: the stream of events tells it of what others change within a moment. */
export async function deafen(page: Page): Promise<void> {
  await page.route('**/api/v1/events/stream', (route) => route.abort());
  await page.reload();
}
