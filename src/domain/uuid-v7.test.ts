import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createIds } from './uuid-v7.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids carry the time and the version', () => {
  const ids = createIds({ now: () => new Date('2026-01-01T00:00:00.000Z') }, randomBytes);
  const id = ids.uuid();
  assert.match(id, version7);
  assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), Date.UTC(2026, 0, 1));
});

test('ids grow within a millisecond, past its counter, and when the clock steps back', () => {
  let time = 1_000_000;
  const ids = createIds({ now: () => new Date(time) }, randomBytes);
  const made = Array.from({ length: 10_000 }, (_, index) => {
    if (index === 5_000) time -= 500;
    return ids.uuid();
  });
  assert.deepEqual(made, [...made].sort());
  assert.equal(new Set(made).size, made.length);
  for (const id of made) assert.match(id, version7);
});
