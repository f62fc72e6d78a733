import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { type BuiltConsole, type ConsoleConfig, registerConsole } from '../../src/http/console-files.ts';
import { answerProblems } from '../../src/http/problem-answers.ts';

const config: ConsoleConfig = {
  issuer: 'https://login.example/organizations/v2.0',
  clientId: 'plumbline-console',
  scope: 'openid',
  resource: null,
  embeddedIdentity: false,
  version: '0.0.0',
};

const script = Buffer.from('console.log(1)');
const built: BuiltConsole = {
  page: '<meta property="csp-nonce" nonce="{{nonce}}">',
  files: new Map([
    ['index-abc.js', { type: 'text/javascript', content: script, compressed: { gzip: gzipSync(script) } }],
  ]),
};

function serve(console: BuiltConsole | null): FastifyInstance {
  const app = Fastify();
  answerProblems(app, 'http://plumbline.test');
  registerConsole(app, config, console);
  return app;
}

const asPage = { accept: 'text/html' };

test('every place of the console is its page, with a nonce of its own and no inline script or style', async () => {
  const app = serve(built);
  const answers = await Promise.all(
    ['/', '/runs', '/runs/1?status=fail'].map((url) => app.inject({ url, headers: asPage })),
  );
  for (const { statusCode, headers, body } of answers) {
    assert.equal(statusCode, 200);
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    assert.ok(nonce.length >= 22 && body.includes(nonce));
    assert.doesNotMatch(policy, /unsafe/);
    assert.match(policy, /connect-src 'self' https:\/\/login\.example;/);
    assert.equal(headers['cache-control'], 'no-store');
  }
  assert.equal(new Set(answers.map(({ body }) => body)).size, 3, 'no nonce is used twice');
});

test('what is not a place of the console stays unknown', async () => {
  const app = serve(built);
  for (const url of ['/api/v1/nothing', '/problems', '/identity/x', '/assets/x.js', '/metrics/x']) {
    assert.equal((await app.inject({ url, headers: asPage })).statusCode, 404, url);
  }
  assert.equal((await app.inject({ url: '/runs', headers: { accept: 'application/json' } })).statusCode, 404);
  assert.equal((await app.inject({ url: '/console/other.js' })).json().code, 'path_unknown');
  assert.equal((await app.inject({ method: 'POST', url: '/runs', headers: asPage })).statusCode, 404);
});

test('files are kept for ever, in the coding that the browser takes', async () => {
  const app = serve(built);
  const zipped = await app.inject({
    url: '/console/index-abc.js',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  assert.equal(zipped.headers['content-encoding'], 'gzip');
  assert.match(String(zipped.headers['cache-control']), /immutable/);
  assert.deepEqual(gunzipSync(zipped.rawPayload), script);
  for (const refusing of ['', 'gzip;q=0', 'identity']) {
    const plain = await app.inject({
      url: '/console/index-abc.js',
      headers: { 'accept-encoding': refusing },
    });
    assert.equal(plain.headers['content-encoding'], undefined, refusing);
    assert.equal(plain.body, script.toString());
  }
});

test('the browser learns how to sign in, and an installation without a console says so', async () => {
  const app = serve(null);
  assert.deepEqual((await app.inject('/console-config.json')).json(), config);
  const root = await app.inject({ url: '/', headers: asPage });
  assert.equal(root.statusCode, 200);
  assert.match(root.body, /npm start/);
  assert.equal((await app.inject({ url: '/runs', headers: asPage })).statusCode, 404);
});
