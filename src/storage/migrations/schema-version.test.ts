import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from './migrations.ts';
import { compareSchema, standingProblem } from './schema-version.ts';

const [first, second] = [
  { number: 1, name: '0001-one', sql: '', checksum: 'a' },
  { number: 2, name: '0002-two', sql: '', checksum: 'b' },
];
assert.ok(first && second);

test('a database is current, behind, newer or altered', () => {
  const known = [first, second];
  assert.deepEqual(compareSchema(known, [first, second]), { state: 'current' });
  assert.deepEqual(compareSchema(known, [first]), { state: 'behind', pending: [second] });
  assert.deepEqual(compareSchema(known, []), { state: 'behind', pending: known });
  const third = { number: 3, name: '0003-three', checksum: 'c' };
  assert.deepEqual(compareSchema(known, [first, second, third]), { state: 'newer', unknown: [third] });
  assert.deepEqual(compareSchema(known, [{ ...first, checksum: 'x' }]), {
    state: 'altered',
    migration: first,
  });
});

test('each standing but the current one says what to do', () => {
  assert.equal(standingProblem({ state: 'current' }), undefined);
  assert.match(standingProblem({ state: 'behind', pending: [second] }) ?? '', /0002-two.*plumbline migrate/s);
  assert.match(standingProblem({ state: 'newer', unknown: [second] }) ?? '', /0002-two.*at least as new/s);
  assert.match(standingProblem({ state: 'altered', migration: first }) ?? '', /0001-one.*never edited/s);
});

test('the migrations of this version are numbered without gaps', () => {
  assert.ok(migrations.length > 0);
  assert.deepEqual(
    migrations.map(({ number }) => number),
    migrations.map((_, index) => index + 1),
  );
});
