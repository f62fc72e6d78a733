import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError, readSettings } from './read-settings.ts';

test('what is absent or empty gets its default', () => {
  const settings = readSettings({ PLUMBLINE_PORT: '', DATABASE_URL: ' ' });
  assert.equal(settings.PLUMBLINE_PORT, 8080);
  assert.equal(settings.PLUMBLINE_HOST, '127.0.0.1');
  assert.equal(settings.DATABASE_URL, undefined);
  assert.equal(settings.PLUMBLINE_IDENTITY, 'embedded');
});

test('an unknown name is refused with the nearest known one', () => {
  assert.throws(() => readSettings({ PLUMBLINE_PROT: '1' }), {
    name: 'ConfigurationError',
    message: 'PLUMBLINE_PROT is not a setting. Did you mean PLUMBLINE_PORT?',
  });
  assert.doesNotThrow(() => readSettings({ PLUMBLINE_TEST_ANYTHING: '1', PATH: '/bin' }));
});

test('every fault is told at once', () => {
  const environment = { PLUMBLINE_PORT: '65536', PLUMBLINE_TRIAL_DAYS: '1e1', PLUMBLINE_LOG_LEVEL: 'loud' };
  assert.throws(
    () => readSettings(environment),
    (error: Error & { faults: string[] }) => {
      assert.equal(error.faults.length, 3);
      assert.match(error.message, /PLUMBLINE_PORT must be a whole number from 0 to 65535\./);
      return true;
    },
  );
});

test('evidence goes to a container of Azure over https, and to nothing else', () => {
  const read = (url: string) => readSettings({ PLUMBLINE_EVIDENCE_URL: url }).PLUMBLINE_EVIDENCE_URL;
  for (const url of [
    'https://plumb0123.blob.core.windows.net/evidence',
    'https://plumb0123.blob.core.usgovcloudapi.net/my-evidence-2',
  ]) {
    assert.equal(read(url), url);
  }
  for (const url of [
    'http://plumb0123.blob.core.windows.net/evidence',
    'https://plumb0123.blob.core.windows.net',
    'https://plumb0123.blob.core.windows.net/evidence/',
    'https://plumb0123.blob.core.windows.net/evidence?sig=secret',
    'https://plumb0123.blob.core.windows.net/evidence/deeper',
    'https://plumb0123.blob.core.windows.net/ab',
    'https://plumb0123.blob.core.windows.net/a--b',
    'https://user@plumb0123.blob.core.windows.net/evidence',
    'https://plumb0123.blob.core.windows.net.example.com/evidence',
    'https://plumb0123.blob.core.windows.net:8443/evidence',
    'https://127.0.0.1/account/evidence',
  ]) {
    assert.throws(() => read(url), ConfigurationError, url);
  }
});
