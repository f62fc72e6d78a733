import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { readGuideFiles } from '../../src/composition/guide-files.ts';
import { guidePath, guideSections } from '../../src/http/guide/guide.ts';
import { slugOf } from '../../src/http/guide/guide-markdown.ts';
import { registerGuide } from '../../src/http/guide/register-guide.ts';
import { answerProblems } from '../../src/http/problem-answers.ts';

const files = await readGuideFiles();
const app = Fastify();
answerProblems(app, 'http://plumbline.test');
registerGuide(app, async () => files);
after(() => app.close());

const pages = [...files.keys()].filter((file) => file.endsWith('.md'));

async function served(file: string): Promise<string> {
  const { statusCode, body } = await app.inject(guidePath(file, files) ?? assert.fail(file));
  assert.equal(statusCode, 200, file);
  return body;
}

test('every link and picture of the guide leads somewhere', async () => {
  const html = new Map(await Promise.all(pages.map(async (file) => [file, await served(file)] as const)));
  const anchors = new Map(
    [...html].map(([file, body]) => [
      guidePath(file, files),
      new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const broken: string[] = [];
  for (const [file, body] of html) {
    for (const [, target = ''] of body.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^https?:/.test(target) || target === '/') continue;
      const [path = '', fragment] = target.split('#');
      const { statusCode } = path === '' ? { statusCode: 200 } : await app.inject(path);
      const known = anchors.get(path === '' ? guidePath(file, files) : path);
      const isThere = fragment === undefined || known?.has(fragment) === true;
      if (statusCode !== 200 || !isThere) broken.push(`${file} → ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

test('every link of a page leads to a file of the repository', () => {
  const sources = [
    ...pages.map((file) => `docs/${file}`),
    'README.md',
    'CONTRIBUTING.md',
    'deploy/README.md',
  ];
  const broken = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^https?:/.test(target)) return [];
      const [path = '', fragment] = target.split('#');
      const found = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(found)) return [`${file} → ${target}`];
      if (fragment === undefined || !found.endsWith('.md')) return [];
      const slugs = [...readFileSync(found, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        slugOf(text),
      );
      return slugs.includes(fragment) ? [] : [`${file} → ${target}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('every page is in the contents, but for decisions, which have a list of their own', async () => {
  const listed = guideSections(files.get('README.md')?.toString('utf8') ?? '').flatMap(({ entries }) =>
    entries.map(({ file }) => file),
  );
  const missing = pages.filter(
    (file) => file !== 'README.md' && !file.startsWith('decisions/') && !listed.includes(file),
  );
  assert.deepEqual(missing, []);
  const decisions = (await app.inject('/guide/decisions')).body;
  for (const file of pages.filter((each) => each.startsWith('decisions/'))) {
    assert.ok(decisions.includes(`href="${guidePath(file, files)}"`), file);
  }
});

test('a page runs nothing, and loads nothing from elsewhere', async () => {
  const { headers, body } = await app.inject('/guide/tutorial/compare-two-files');
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'self'; img-src 'self';/,
  );
  assert.doesNotMatch(body, /<script|<style| style=| on\w+=|<!--/);
  assert.match(body, /<b>\$ npx plumbline compare/);
  assert.match(body, /aria-current="page"/);
  assert.match(body, /rel="next" href="\/guide\/tutorial\/read-a-run"/);
});

test('what is not there is a problem, and nothing outside can be read', async () => {
  for (const path of [
    '/guide/nothing',
    '/guide/../package.json',
    '/guide/..%2Fpackage.json',
    '/guide/README.md.md',
  ]) {
    const { statusCode, headers } = await app.inject(path);
    assert.equal(statusCode, 404, path);
    assert.match(String(headers['content-type']), /^application\/problem\+json/);
  }
  const picture = await app.inject('/guide/images/run.png');
  assert.equal(picture.headers['content-type'], 'image/png');
});
