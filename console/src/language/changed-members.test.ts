import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedMembers } from './changed-members.ts';

test('what changed is told with both values, and nothing else is', () => {
  const seen = { name: 'Rita', role: 'reader', displayName: null, filter: { all: [] }, etag: '"1"' };
  const now = { ...seen, role: 'owner', displayName: 'Rita R.', filter: { any: [] }, etag: '"2"', more: 1 };
  assert.deepEqual(changedMembers(seen, now), [
    { name: 'role', seen: 'reader', now: 'owner' },
    { name: 'display name', seen: 'nothing', now: 'Rita R.' },
    { name: 'filter', seen: '{"all":[]}', now: '{"any":[]}' },
  ]);
});

test('a resource of which nothing that was seen has changed tells nothing', () => {
  assert.deepEqual(changedMembers({ name: 'Rita', etag: '"1"' }, { name: 'Rita', etag: '"2"' }), []);
});
