import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSmtpServer } from './smtp-settings.ts';

describe('the address of a mail server', () => {
  test('gives host, port, user and password', () => {
    assert.deepEqual(readSmtpServer({ url: 'smtp://me%40x.test:p%3Aw%40rd@mail.test:2525' }), {
      host: 'mail.test',
      port: 2525,
      auth: { user: 'me@x.test', pass: 'p:w@rd' },
      encryption: 'required',
    });
    assert.deepEqual(readSmtpServer({ url: 'smtps://mail.test' }), {
      host: 'mail.test',
      port: 465,
      auth: undefined,
      encryption: 'fromTheStart',
    });
    assert.equal(readSmtpServer({ url: 'smtp://mail.test' }).port, 587);
    assert.equal(readSmtpServer({ url: 'smtp://[::1]:25' }).host, '::1');
  });

  test('requires TLS unless the server is on this machine or the operator says so', () => {
    const encryption = (url: string, tls?: 'required' | 'whenOffered') =>
      readSmtpServer({ url, ...(tls && { tls }) }).encryption;
    assert.equal(encryption('smtp://mail.test'), 'required');
    assert.equal(encryption('smtp://10.0.0.1'), 'required');
    assert.equal(encryption('smtp://127.0.0.1'), 'whenOffered');
    assert.equal(encryption('smtp://localhost:25'), 'whenOffered');
    assert.equal(encryption('smtp://[::1]:25'), 'whenOffered');
    assert.equal(encryption('smtp://127.0.0.1', 'required'), 'required');
    assert.equal(encryption('smtp://mail.test', 'whenOffered'), 'whenOffered');
    assert.equal(encryption('smtps://mail.test', 'whenOffered'), 'fromTheStart');
  });

  test('is refused without repeating it when it is none', () => {
    for (const url of [
      '',
      'mail.test:25',
      'https://u:secret@mail.test',
      'smtp://',
      'smtp://u:secret%ZZ@mail.test',
    ]) {
      assert.throws(
        () => readSmtpServer({ url }),
        (error) => error instanceof TypeError && !error.message.includes('secret'),
        url,
      );
    }
  });
});
