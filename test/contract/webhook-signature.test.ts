import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { secretOf, signMessage } from '../../src/domain/webhooks/signature.ts';
import { deliveryPausesMs } from '../../src/domain/webhooks/webhook.ts';

const message = () => ({ id: 'msg_1', at: new Date(), body: JSON.stringify({ text: 'Größe ✓' }) });

test('the library of the standard accepts what is signed, with either of two secrets', () => {
  const [current, previous, other] = [1, 2, 3].map(() => secretOf(randomBytes(32)));
  assert.ok(current && previous && other);
  const sent = message();
  const headers = { ...signMessage([current, previous], sent) };
  for (const secret of [current, previous]) {
    assert.deepEqual(new Webhook(secret).verify(sent.body, headers), JSON.parse(sent.body));
  }
  assert.throws(() => new Webhook(other).verify(sent.body, headers));
  assert.throws(() => new Webhook(current).verify(`${sent.body} `, headers));
});

test('it refuses what was signed long ago', () => {
  const secret = secretOf(randomBytes(32));
  const old = { ...message(), at: new Date(Date.now() - 10 * 60_000) };
  assert.throws(() => new Webhook(secret).verify(old.body, { ...signMessage([secret], old) }));
});

test('attempts go on for a day', () => {
  const total = deliveryPausesMs.reduce((sum, pause) => sum + pause, 0);
  assert.ok(total >= 24 * 60 * 60_000, String(total));
  assert.deepEqual(
    deliveryPausesMs,
    deliveryPausesMs.toSorted((a, b) => a - b),
  );
});
