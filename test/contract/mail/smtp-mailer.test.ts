import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { MailError, type MailMessage } from '../../../src/providers/mail/mailer.ts';
import { createSmtpMailer } from '../../../src/providers/mail/smtp-mailer.ts';
import { closedPort, reply, startMailServer, startSilentServer } from './mail-server.ts';

const message: MailMessage = {
  to: 'rita@contoso.example',
  subject: 'Invitation to Contoso',
  text: 'Come in.',
  html: '<p>Come in.</p>',
  messageId: '<0198a0de-7e1f-7000-8000-000000000001@plumbline.test>',
};
const from = 'Plumbline <no-reply@plumbline.test>';

function mailerFor(port: number, options: { account?: string; tls?: 'required'; timeLimitMs?: number } = {}) {
  const { account = '', ...rest } = options;
  return createSmtpMailer({ url: `smtp://${account}127.0.0.1:${port}`, from, ...rest });
}

/** What the mailer reports when the server behaves as `options` say. */
async function failureOf(options: SMTPServerOptions, mail: MailMessage = message): Promise<MailError> {
  await using server = await startMailServer(options);
  const error: unknown = await mailerFor(server.port)
    .send(mail)
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof MailError, String(error));
  assert.deepEqual(server.received, []);
  return error;
}

describe('a message', () => {
  test('reaches the server as it was written, under its own id', async () => {
    await using server = await startMailServer();
    assert.deepEqual(await mailerFor(server.port).send(message), { messageId: message.messageId });
    const [mail] = server.received;
    assert.deepEqual([mail?.from, mail?.to], ['no-reply@plumbline.test', ['rita@contoso.example']]);
    assert.match(
      mail?.source ?? '',
      /^Message-ID: <0198a0de-7e1f-7000-8000-000000000001@plumbline\.test>\r$/m,
    );
    assert.match(mail?.source ?? '', /^From: Plumbline <no-reply@plumbline\.test>\r$/m);
    assert.match(mail?.source ?? '', /^Subject: Invitation to Contoso\r$/m);
    assert.match(mail?.source ?? '', /^Auto-Submitted: auto-generated\r$/m);
    assert.match(mail?.source ?? '', /text\/plain[\s\S]*Come in\.[\s\S]*text\/html[\s\S]*<p>Come in\.<\/p>/);
  });

  test('carries the same id on every attempt', async () => {
    await using server = await startMailServer();
    const mailer = mailerFor(server.port);
    await mailer.send(message);
    await mailer.send(message);
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    assert.deepEqual(ids, [message.messageId, message.messageId]);
  });

  test('goes over TLS where the server offers it, and with the account in the address', async () => {
    await using server = await startMailServer();
    await mailerFor(server.port, { account: 'postman:right@' }).send(message);
    assert.deepEqual(
      server.received.map(({ secure, user }) => ({ secure, user })),
      [{ secure: true, user: 'postman' }],
    );
  });

  test('keeps letters of any script, and its subject on one line', async () => {
    await using server = await startMailServer();
    const subject = 'Einladung zu Übergröße\r\nBcc: victim@contoso.example';
    await mailerFor(server.port).send({ ...message, subject });
    const [mail] = server.received;
    assert.deepEqual(mail?.to, ['rita@contoso.example']);
    assert.doesNotMatch(mail?.source ?? '', /^Bcc:/im);
    assert.match(mail?.source ?? '', /^Subject: =\?UTF-8\?/m);
  });
});

describe('a message is not sent', () => {
  for (const to of [
    'rita@contoso.example\r\nBcc: victim@contoso.example',
    'rita@contoso.example\n',
    'rita@contoso.example, victim@contoso.example',
    'Rita <rita@contoso.example>',
    'rita@contoso.example>',
    '"rita"@contoso.example',
    'rita',
    '',
    `${'a'.repeat(320)}@contoso.example`,
  ]) {
    test(`to ${JSON.stringify(to.slice(0, 60))}: it is no plain address`, async () => {
      const { failure, permanent } = await failureOf({}, { ...message, to });
      assert.deepEqual({ failure, permanent }, { failure: 'invalid', permanent: true });
    });
  }

  test('under an id, or from a sender, that breaks a header', async () => {
    await using server = await startMailServer();
    for (const messageId of ['x', '<x@y>\r\nBcc: a@b.test', '<x y@z>', '<<x@y>>']) {
      await assert.rejects(mailerFor(server.port).send({ ...message, messageId }), TypeError);
    }
    assert.throws(
      () => createSmtpMailer({ url: 'smtp://127.0.0.1', from: 'a@b.test\r\nBcc: c@d.test' }),
      TypeError,
    );
  });

  test('where TLS is required and the server has none', async () => {
    await using server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    await assert.rejects(mailerFor(server.port, { tls: 'required' }).send(message), {
      name: 'MailError',
      failure: 'insecure',
      permanent: false,
    });
    assert.deepEqual(server.received, []);
  });

  test('where TLS is required and the certificate is not trusted', async () => {
    await using server = await startMailServer();
    const error = await mailerFor(server.port, { tls: 'required' })
      .send(message)
      .catch((thrown) => thrown);
    assert.ok(error instanceof MailError);
    assert.equal(error.permanent, false);
    assert.equal(error.failure, 'insecure');
    assert.deepEqual(server.received, []);
  });
});

describe('a failure', () => {
  test('is permanent when the server refuses the recipient or the message for good', async () => {
    const recipient = await failureOf({
      onRcptTo: (_address, _session, done) => done(reply(550, 'no such user')),
    });
    assert.deepEqual(
      [recipient.failure, recipient.permanent, recipient.responseCode],
      ['rejected', true, 550],
    );
    const content = await failureOf({
      onData: (stream, _session, done) =>
        stream.resume().on('end', () => done(reply(554, 'looks like spam'))),
    });
    assert.deepEqual([content.failure, content.permanent, content.responseCode], ['rejected', true, 554]);
  });

  test('is temporary when the server asks to come back', async () => {
    for (const options of [
      { onRcptTo: (_address, _session, done) => done(reply(451, 'greylisted')) },
      { onMailFrom: (_address, _session, done) => done(reply(452, 'out of space')) },
      { onConnect: (_session, done) => done(reply(421, 'too busy')) },
      {
        onData: (stream, _session, done) => stream.resume().on('end', () => done(reply(450, 'mailbox busy'))),
      },
    ] satisfies SMTPServerOptions[]) {
      assert.equal((await failureOf(options)).permanent, false);
    }
  });

  test('is temporary when nothing listens', async () => {
    await assert.rejects(mailerFor(await closedPort()).send(message), {
      name: 'MailError',
      failure: 'unreachable',
      permanent: false,
    });
  });

  test('is temporary when the server hangs, before it greets and in the middle', async () => {
    await using silent = await startSilentServer();
    await using stuck = await startMailServer({ onRcptTo: () => {} });
    for (const port of [silent.port, stuck.port]) {
      await assert.rejects(mailerFor(port, { timeLimitMs: 300 }).send(message), {
        name: 'MailError',
        failure: 'timeout',
        permanent: false,
      });
    }
  });

  test('of the account is temporary, since the message is still good, and does not repeat the password', async () => {
    await using server = await startMailServer();
    const mailer = mailerFor(server.port, { account: 'postman:not-this-one@' });
    for (const act of [() => mailer.send(message), () => mailer.verify()]) {
      const error: unknown = await act().catch((thrown: unknown) => thrown);
      assert.ok(error instanceof MailError);
      assert.deepEqual([error.failure, error.permanent, error.responseCode], ['authentication', false, 535]);
      assert.equal(error.message.includes('not-this-one'), false);
    }
  });
});

describe('the check of the mail server', () => {
  test('passes when it can be signed in to, and sends nothing', async () => {
    await using server = await startMailServer();
    await mailerFor(server.port, { account: 'postman:right@' }).verify();
    assert.deepEqual(server.received, []);
  });

  test('fails when nothing listens', async () => {
    await assert.rejects(mailerFor(await closedPort()).verify(), {
      name: 'MailError',
      failure: 'unreachable',
    });
  });
});
