import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accounts, findAccount } from '../../../src/providers/identity/embedded/directories.ts';
import { Browser, Console } from './browser.ts';
import { startIdentityServer } from './identity-server.ts';
import { claimsOf } from './spoilt-tokens.ts';

const server = await startIdentityServer();
const { publicUrl } = server;
const olivia = findAccount('olivia@contoso.example') ?? assert.fail('no Olivia');
after(async () => {
  assert.deepEqual(server.logged, []);
  await server[Symbol.asyncDispose]();
});

describe('signing in through a browser', () => {
  test('shows every account, says that there are no passwords, and runs nothing inline', async () => {
    const console = new Console(publicUrl);
    const { response } = await console.browser.follow(console.authorizeUrl());
    const html = await response.text();
    for (const { email, displayName } of accounts) {
      assert.ok(html.includes(email));
      assert.ok(html.includes(displayName));
    }
    assert.match(html, /embedded demo identity/);
    assert.match(html, /<html lang="en">/);
    assert.doesNotMatch(html, /<script|<style| style=| on\w+=/i);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    const sheet = await fetch(`${publicUrl}/identity/assets/identity.css`);
    assert.equal(sheet.headers.get('content-type'), 'text/css; charset=utf-8');
  });

  for (const account of accounts) {
    test(`gives ${account.email} a token that the verifier accepts`, async () => {
      const console = new Console(publicUrl);
      const code = await console.signIn(account.objectId);
      const { status, body } = await console.redeem(code);
      assert.equal(status, 200);
      assert.deepEqual(await server.verifier.verify(body.access_token), {
        kind: 'delegated',
        directoryId: account.directory.directoryId,
        objectId: account.objectId,
        applicationId: 'plumbline-console',
        roles: ['SVC.Access'],
        scopes: ['access_as_user'],
        displayName: account.displayName,
        email: account.email,
        personalAccount: account.directory.name === 'personal',
      });
    });
  }

  test('gives tokens of the right shape, and an ID token that is none for the API', async () => {
    const console = new Console(publicUrl);
    const { body } = await console.redeem(await console.signIn(olivia.objectId));
    const { iat, exp, jti, ...claims } = claimsOf(body.access_token);
    assert.deepEqual(claims, {
      iss: `${publicUrl}/identity/${olivia.directory.directoryId}/v2.0`,
      aud: 'api://plumbline',
      tid: olivia.directory.directoryId,
      oid: olivia.objectId,
      sub: olivia.objectId,
      azp: 'plumbline-console',
      ver: '2.0',
      roles: ['SVC.Access'],
      scp: 'access_as_user',
      name: 'Olivia Ortega',
      preferred_username: 'olivia@contoso.example',
      nbf: iat,
    });
    assert.equal(Number(exp) - Number(iat), 3600);
    assert.equal(typeof jti, 'string');
    const idToken = claimsOf(body.id_token);
    assert.deepEqual(
      [idToken.iss, idToken.aud, idToken.nonce, idToken.name, idToken.preferred_username, idToken.tid],
      [
        `${publicUrl}/identity`,
        'plumbline-console',
        'the-nonce',
        'Olivia Ortega',
        'olivia@contoso.example',
        olivia.directory.directoryId,
      ],
    );
    await assert.rejects(server.verifier.verify(body.id_token), { code: 'token_invalid' });
  });

  test('carries a scope even when the console asks for none but openid', async () => {
    const console = new Console(publicUrl);
    const { body } = await console.redeem(await console.signIn(olivia.objectId, { scope: 'openid' }));
    assert.equal(claimsOf(body.access_token).scp, 'access_as_user');
  });

  test('is remembered: the second time no page is shown, unless the console asks for one', async () => {
    const console = new Console(publicUrl);
    await console.signIn(olivia.objectId);
    const again = await console.browser.follow(console.authorizeUrl({ prompt: 'none' }));
    assert.equal(again.location.pathname, '/signed-in');
    const { status } = await console.redeem(again.location.searchParams.get('code') ?? '');
    assert.equal(status, 200);
    const asked = await console.browser.follow(console.authorizeUrl({ prompt: 'select_account' }));
    assert.match(asked.location.pathname, /^\/identity\/sign-in\//);
  });

  test('can be changed to another account', async () => {
    const console = new Console(publicUrl);
    const frank = findAccount('frank@fabrikam.example') ?? assert.fail('no Frank');
    await console.signIn(olivia.objectId);
    const { location: page } = await console.browser.follow(
      console.authorizeUrl({ prompt: 'select_account' }),
    );
    // The provider first signs Olivia out, with a form that sends itself.
    const { response } = await console.browser.follow(`${page.pathname}/${frank.objectId}`, {
      method: 'POST',
    });
    const { action, body } = formOf(await response.text());
    const { location } = await console.browser.follow(action, { method: 'POST', body });
    const answer = await console.redeem(location.searchParams.get('code') ?? '');
    assert.equal((await server.verifier.verify(answer.body.access_token)).objectId, frank.objectId);
  });

  test('without a session and without a page is login_required', async () => {
    const console = new Console(publicUrl);
    const { location } = await console.browser.follow(console.authorizeUrl({ prompt: 'none' }));
    assert.equal(location.searchParams.get('error'), 'login_required');
  });

  test('can be cancelled', async () => {
    const console = new Console(publicUrl);
    const { location: page } = await console.browser.follow(console.authorizeUrl());
    const { location } = await console.browser.follow(`${page.pathname}/cancel`, { method: 'POST' });
    assert.equal(location.searchParams.get('error'), 'access_denied');
    assert.equal(location.searchParams.get('code'), null);
  });

  test('outlives a restart of the service', async () => {
    const console = new Console(publicUrl);
    const { body } = await console.redeem(await console.signIn(olivia.objectId));
    await server.restart();
    await server.verifier.verify(body.access_token);
    assert.equal((await console.refresh(body.refresh_token)).status, 200);
    const again = await console.browser.follow(console.authorizeUrl({ prompt: 'none' }));
    assert.equal(again.location.pathname, '/signed-in');
  });

  test('sets cookies that scripts cannot read and other sites cannot send', async () => {
    const console = new Console(publicUrl);
    const response = await console.browser.request(console.authorizeUrl());
    const cookies = response.headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) {
      assert.match(cookie, /httponly/i);
      assert.match(cookie, /samesite=lax/i);
      assert.match(cookie, /path=\/identity\//);
    }
  });
});

describe('the code flow refuses', () => {
  test('another PKCE verifier, and the right one works only once', async () => {
    const console = new Console(publicUrl);
    const code = await console.signIn(olivia.objectId);
    const wrong = await console.redeem(code, { code_verifier: 'x'.repeat(43) });
    assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant']);
    assert.equal((await console.redeem(code)).status, 200);
    assert.equal((await console.redeem(code)).body.error, 'invalid_grant');
  });

  test('no verifier at all', async () => {
    const console = new Console(publicUrl);
    const code = await console.signIn(olivia.objectId);
    const { body } = await console.requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${publicUrl}/signed-in`,
    });
    assert.equal(body.error, 'invalid_grant');
  });

  test('two requests with one code at the same moment: at most one gets a token', async () => {
    const console = new Console(publicUrl);
    const code = await console.signIn(olivia.objectId);
    const answers = await Promise.all([console.redeem(code), console.redeem(code), console.redeem(code)]);
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
  });

  test('a sign-in without PKCE, or with a plain challenge', async () => {
    for (const overrides of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
    ]) {
      const console = new Console(publicUrl);
      const { location } = await console.browser.follow(console.authorizeUrl(overrides));
      assert.equal(location.searchParams.get('error'), 'invalid_request');
    }
  });

  test('a redirect address that is not registered, without redirecting there', async () => {
    for (const redirect_uri of [
      'https://evil.test/',
      `${publicUrl}/signed-in/../x`,
      `${publicUrl}/signed-in?x`,
      `${publicUrl}.evil.test/`,
    ]) {
      const console = new Console(publicUrl);
      const response = await console.browser.request(console.authorizeUrl({ redirect_uri }));
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('location'), null);
      const html = await response.text();
      assert.match(html, /invalid_redirect_uri/);
      assert.doesNotMatch(html, /<script/);
    }
  });

  test('the implicit flow, an unknown client and another resource', async () => {
    const console = new Console(publicUrl);
    const errors = [];
    for (const overrides of [
      { response_type: 'token' },
      { client_id: 'another' },
      { resource: 'https://other.test/' },
    ]) {
      const { response, location } = await console.browser.follow(console.authorizeUrl(overrides));
      errors.push(
        location.searchParams.get('error') ??
          new URLSearchParams(location.hash.slice(1)).get('error') ??
          /\((\w+)\)/.exec(await response.text())?.[1],
      );
    }
    assert.deepEqual(errors, ['unsupported_response_type', 'invalid_client', 'invalid_target']);
  });

  test('a choice from another browser, an unknown account, and a finished sign-in', async () => {
    const console = new Console(publicUrl);
    const { location: page } = await console.browser.follow(console.authorizeUrl());
    const thief = await new Browser(publicUrl).request(`${page.pathname}/${olivia.objectId}`, {
      method: 'POST',
    });
    assert.equal(thief.status, 400);
    const stranger = await console.browser.request(`${page.pathname}/nobody`, { method: 'POST' });
    assert.equal(stranger.status, 404);
    await console.browser.follow(`${page.pathname}/${olivia.objectId}`, { method: 'POST' });
    const late = await console.browser.request(page.pathname);
    assert.equal(late.status, 400);
    assert.match(await late.text(), /has expired/);
  });
});

describe('refresh tokens', () => {
  test('give new tokens, rotate, and a used one revokes the whole sign-in', async () => {
    const console = new Console(publicUrl);
    const first = await console.redeem(await console.signIn(olivia.objectId));
    const second = await console.refresh(first.body.refresh_token);
    assert.equal(second.status, 200);
    assert.notEqual(second.body.refresh_token, first.body.refresh_token);
    assert.equal((await server.verifier.verify(second.body.access_token)).objectId, olivia.objectId);
    assert.equal((await console.refresh(first.body.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await console.refresh(second.body.refresh_token)).body.error, 'invalid_grant');
  });
});

describe('signing out', () => {
  test('ends the session and its refresh tokens, and returns to the console', async () => {
    const console = new Console(publicUrl);
    const { body } = await console.redeem(await console.signIn(olivia.objectId));
    const parameters = new URLSearchParams({
      id_token_hint: body.id_token,
      post_logout_redirect_uri: `${publicUrl}/signed-out`,
      state: 'bye',
    });
    const response = await console.browser.request(`/identity/session/end?${parameters}`);
    const html = await response.text();
    assert.match(html, /Sign out of Plumbline\?/);
    assert.match(html, /src="\/identity\/assets\/sign-out\.js"/);
    const form = formOf(html);
    const { location } = await console.browser.follow(form.action, {
      method: 'POST',
      body: new URLSearchParams([...form.body, ['logout', 'yes']]),
    });
    assert.equal(location.href, `${publicUrl}/signed-out?state=bye`);
    assert.equal((await console.refresh(body.refresh_token)).body.error, 'invalid_grant');
    const { location: page } = await console.browser.follow(console.authorizeUrl());
    assert.match(page.pathname, /^\/identity\/sign-in\//);
  });

  test('is asked for first when the request does not prove that it comes from the console', async () => {
    const console = new Console(publicUrl);
    await console.signIn(olivia.objectId);
    const response = await console.browser.request('/identity/session/end');
    assert.doesNotMatch(await response.text(), /<script/);
  });

  test('never leads to an address that is not registered', async () => {
    const console = new Console(publicUrl);
    const { body } = await console.redeem(await console.signIn(olivia.objectId));
    const response = await console.browser.request(
      `/identity/session/end?${new URLSearchParams({
        id_token_hint: body.id_token,
        post_logout_redirect_uri: 'https://evil.test/',
      })}`,
    );
    assert.equal(response.status, 400);
  });
});

/** The one form of a page, with its hidden fields. */
function formOf(html: string): { action: string; body: URLSearchParams } {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? assert.fail(`no form in ${html}`);
  const fields = Array.from(html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g));
  return {
    action,
    body: new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value])),
  };
}
