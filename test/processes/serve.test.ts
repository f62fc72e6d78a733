import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { plumbline, scratch, startServe } from '../support/command.ts';

async function tokenOf(dataDir: string, as = 'olivia@contoso.example'): Promise<string> {
  const { code, stdout } = await plumbline(['token', '--as', as, '--data-dir', dataDir]).finished;
  assert.equal(code, 0);
  return stdout.trim();
}

test('a newcomer starts it, signs in, stops it, and finds everything again', async (t) => {
  const first = await startServe(t);
  const token = await tokenOf(first.dataDir);
  const read = async (url: string) =>
    (
      await fetch(`${url}/api/v1/organization-members`, { headers: { authorization: `Bearer ${token}` } })
    ).json();
  const members = await read(first.url);
  assert.deepEqual(
    (members as { items: { email: string; role: string }[] }).items.map(({ email, role }) => [email, role]),
    [
      ['olivia@contoso.example', 'owner'],
      ['carl@contoso.example', 'contributor'],
      ['rita@contoso.example', 'reader'],
    ],
  );
  assert.equal(statSync(first.dataDir).mode & 0o077, 0, 'the data directory is private');
  first.child.kill('SIGTERM');
  assert.equal((await first.finished).code, 0);

  const port = new URL(first.url).port;
  const second = plumbline(['serve', '--no-executor', '--port', port, '--data-dir', first.dataDir]);
  t.after(() => second.child.kill('SIGKILL'));
  await second.says('Plumbline is running at');
  assert.deepEqual(await read(first.url), members, 'the same people, and a token of before is still good');
});

test('a second process on the same data directory is refused with the holder and what to do', async (t) => {
  const { child, dataDir } = await startServe(t);
  const { code, stderr } = await plumbline(['serve', '--no-executor', '--port', '0', '--data-dir', dataDir])
    .finished;
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`in use by process ${child.pid}`));
  assert.match(stderr, /PLUMBLINE_DATA_DIR|DATABASE_URL/);
  const doctor = await plumbline(['doctor', '--data-dir', dataDir]).finished;
  assert.equal(doctor.code, 0, doctor.stdout);
  assert.match(doctor.stdout, /✔ Database: embedded, in use by process/);
  assert.match(doctor.stdout, /✔ Executor: none has called within a day/);
});

test('what stands in the way of a start is said without a stack', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const file = join(scratch(), 'a-file');
  writeFileSync(file, '');
  const cases: readonly [string, string[], Record<string, string>, RegExp][] = [
    [
      'a port in use',
      ['--port', String((taken.address() as AddressInfo).port)],
      {},
      /is in use\. Stop what uses it/,
    ],
    [
      'an address of another machine',
      ['--host', '203.0.113.7'],
      { PLUMBLINE_IDENTITY: 'external' },
      /has no address/,
    ],
    ['the embedded identity for everybody', ['--host', '0.0.0.0'], {}, /no passwords/],
    ['a misspelt setting', [], { PLUMBLINE_PROT: '1' }, /Did you mean PLUMBLINE_PORT\?/],
    ['a setting out of range', [], { PLUMBLINE_TRIAL_DAYS: '0' }, /PLUMBLINE_TRIAL_DAYS must be/],
    ['a secret too short', [], { PLUMBLINE_SECRET: 'short' }, /at least 32 characters/],
    ['a public address with a path', [], { PLUMBLINE_PUBLIC_URL: 'http://a/b' }, /without a path/],
    ['a mail address that is none', [], { PLUMBLINE_SMTP_URL: 'http://mail' }, /PLUMBLINE_SMTP_URL/],
    ['a data directory that is a file', ['--data-dir', file], {}, /a-file/],
  ];
  for (const [name, args, environment, message] of cases) {
    const own = args.includes('--data-dir') ? [] : ['--data-dir', scratch()];
    const port = args.includes('--port') ? [] : ['--port', '0'];
    const { code, stderr } = await plumbline(
      ['serve', '--no-executor', ...args, ...own, ...port],
      environment,
    ).finished;
    assert.equal(code, 1, name);
    assert.match(stderr, message, name);
    assert.doesNotMatch(stderr, /\n {4}at /, `${name} shows a stack:\n${stderr}`);
  }
  const migrate = await plumbline(['migrate']).finished;
  assert.equal(migrate.code, 1);
  assert.match(migrate.stderr, /PLUMBLINE_MIGRATION_DATABASE_URL/);
});

test('a request under way is answered after SIGTERM, and nothing new is taken', async (t) => {
  const { child, finished, url, dataDir } = await startServe(t);
  const token = await tokenOf(dataDir, 'frank@fabrikam.example');
  const slow = request(`${url}/api/v1/organization:activate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  slow.write('{"name":');
  // The service has the head of the request once it has answered another one on a connection of its own.
  await fetch(`${url}/livez`);
  child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await assert.rejects(fetch(`${url}/livez`), 'the port is closed');
  slow.end('"Fabrikam"}');
  const [answer] = await once(slow, 'response');
  assert.equal(answer.statusCode, 201);
  answer.resume();
  assert.equal((await finished).code, 0);
});

test('an invitation is delivered by mail, and one that is refused shows as a failed operation', async (t) => {
  const letters: string[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused')
        ? done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : done(),
    onData(stream, _session, done) {
      let letter = '';
      stream.on('data', (chunk) => (letter += chunk)).on('end', () => done(null, void letters.push(letter)));
    },
  });
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
  t.after(() => mail.close());
  const { port } = mail.server.address() as AddressInfo;
  const { url, dataDir } = await startServe(t, { PLUMBLINE_SMTP_URL: `smtp://127.0.0.1:${port}` });
  const headers = { authorization: `Bearer ${await tokenOf(dataDir)}`, 'content-type': 'application/json' };
  const invite = async (email: string) => {
    const answer = await fetch(`${url}/api/v1/organization-invitations`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': email },
      body: JSON.stringify({
        email,
        role: 'reader',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    });
    return (await answer.json()) as { invitationUuid: string; secret: string; delivery: { state: string } };
  };
  const deliveryOf = async (invitationUuid: string, state: string) => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const answer = await fetch(`${url}/api/v1/organization-invitations/${invitationUuid}`, { headers });
      const { delivery } = (await answer.json()) as { delivery: { state: string } };
      if (delivery.state === state) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`the delivery of ${invitationUuid} did not become ${state}`);
  };
  const sent = await invite('nora@contoso.example');
  assert.equal(sent.delivery.state, 'queued');
  await deliveryOf(sent.invitationUuid, 'sent');
  const text = letters
    .join('')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=');
  assert.ok(text.includes(`/invitations/${sent.invitationUuid}#${sent.secret}`), text);

  const refused = await invite('refused@contoso.example');
  await deliveryOf(refused.invitationUuid, 'failed');
  const answer = await fetch(`${url}/api/v1/operations?status=failed`, { headers });
  const { items } = (await answer.json()) as {
    items: { kind: string; resourceUrl: string; error: { code: string } }[];
  };
  assert.equal(items[0]?.kind, 'invitation.deliver');
  assert.equal(items[0]?.error.code, 'mail_rejected');
  assert.ok(items[0]?.resourceUrl.endsWith(refused.invitationUuid));
});

test('the doctor says what is wrong and what to do', async () => {
  const dataDir = join(scratch(), 'data');
  const healthy = await plumbline(['doctor', '--data-dir', dataDir]).finished;
  assert.equal(healthy.code, 0, healthy.stdout);
  assert.match(healthy.stdout, /✔ Database: embedded, up to date/);

  const open = join(scratch(), 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  const sick = await plumbline(['doctor', '--data-dir', open], {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    PLUMBLINE_SMTP_URL: 'smtp://127.0.0.1:1',
    PLUMBLINE_IDENTITY: 'external',
    PLUMBLINE_IDENTITY_JWKS_URL: 'http://127.0.0.1:1/keys',
  }).finished;
  assert.equal(sick.code, 1);
  for (const name of ['Data directory', 'Database', 'Identity', 'Mail']) {
    assert.match(sick.stdout, new RegExp(`✖ ${name}: `), sick.stdout);
  }
});

test('everything is carried to another data directory by export and import', async (t) => {
  const first = await startServe(t);
  first.child.kill('SIGTERM');
  await first.finished;
  const file = join(scratch(), 'plumbline.export');
  const exported = await plumbline(['export', file, '--data-dir', first.dataDir]).finished;
  assert.equal(exported.code, 0, exported.stderr);
  const again = await plumbline(['export', file, '--data-dir', first.dataDir]).finished;
  assert.equal(again.code, 1, 'an export is not written over another');
  assert.doesNotMatch(again.stderr, /\n {4}at /);

  const other = join(scratch(), 'data');
  const imported = await plumbline(['import', file, '--data-dir', other]).finished;
  assert.equal(imported.code, 0, imported.stderr);
  const second = await startServe(t, { PLUMBLINE_DATA_DIR: other });
  const members = await fetch(`${second.url}/api/v1/organization-members`, {
    headers: { authorization: `Bearer ${await tokenOf(other)}` },
  });
  assert.equal(((await members.json()) as { items: unknown[] }).items.length, 3);
});
