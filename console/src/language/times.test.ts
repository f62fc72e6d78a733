import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration, formatRelative } from './times.ts';

test('durations are told in the largest two units', () => {
  assert.equal(formatDuration(180), '180 ms');
  assert.equal(formatDuration(4230), '4.2 s');
  assert.equal(formatDuration(200_000), '3 min 20 s');
  assert.equal(formatDuration(3_600_000), '1 h');
  assert.equal(formatDuration(3_605_000), '1 h');
  assert.equal(formatDuration(93_784_000), '1 d 2 h');
});

test('instants are told relative to now', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  assert.equal(formatRelative(new Date('2026-03-01T11:59:58Z'), now), 'just now');
  assert.equal(formatRelative(new Date('2026-03-01T11:55:00Z'), now), '5 minutes ago');
  assert.equal(formatRelative(new Date('2026-02-28T12:00:00Z'), now), 'yesterday');
  assert.equal(formatRelative(new Date('2026-03-04T12:00:00Z'), now), 'in 3 days');
});
