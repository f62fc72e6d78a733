import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEmbeddedIdentityAllowed } from './assert-embedded-identity-allowed.ts';

const loopback = ['127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'];
const reachable = [
  '0.0.0.0',
  '::',
  '192.168.1.4',
  '10.0.0.1',
  '::ffff:10.0.0.1',
  'plumbline.internal',
  '',
  '127.1',
];

test('the embedded identity runs where only this machine reaches it', () => {
  for (const host of loopback) assertEmbeddedIdentityAllowed({ host, allowed: false });
});

test('it refuses an address that others reach, and says what to do', () => {
  for (const host of reachable) {
    assert.throws(
      () => assertEmbeddedIdentityAllowed({ host, allowed: false }),
      /Listen on 127\.0\.0\.1/,
      host,
    );
  }
});

test('it runs anywhere when told so explicitly', () => {
  for (const host of reachable) assertEmbeddedIdentityAllowed({ host, allowed: true });
});
