import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openConsole, waitUntilRead } from './console.ts';

const app = await openConsole({ after });

/** What injected markup would try: a script in the page, one from elsewhere, and to carry something off. */
const attack = `new Promise((resolve) => {
  const refused = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    refused.push(effectiveDirective + ' ' + blockedURI);
    if (refused.length === 4) resolve(refused.sort());
  });
  const add = (script) => document.head.append(Object.assign(document.createElement('script'), script));
  add({ textContent: 'window.ran = true' });
  add({ src: 'https://elsewhere.example/script.js' });
  new Image().src = 'https://elsewhere.example/image.png';
  fetch('https://elsewhere.example/').catch(() => {});
})`;

const refused = [
  'connect-src https://elsewhere.example/',
  'img-src https://elsewhere.example/image.png',
  'script-src-elem https://elsewhere.example/script.js',
  'script-src-elem inline',
];

test('a browser refuses what injected markup would try, on every kind of page', async () => {
  const page = await app.signIn('Olivia');
  await waitUntilRead(page);
  // The console's own tests fail on any complaint of the browser; here complaints are what is wanted.
  page.removeAllListeners('console');
  assert.deepEqual(await page.evaluate(attack), refused, 'the console');
  for (const path of ['/guide', '/problems/not_found']) {
    await page.goto(path);
    assert.deepEqual(await page.evaluate(attack), refused, path);
    assert.equal(await page.evaluate('window.ran'), undefined, path);
  }
});

test('no page may be framed, sniffed, or tell where its reader came from', async () => {
  const page = await app.newPage();
  for (const path of ['/', '/guide', '/problems/not_found', '/identity/.well-known/openid-configuration']) {
    const headers = (await page.request.get(path)).headers();
    assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
  }
});
