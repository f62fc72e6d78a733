import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairTurns } from './fair-turns.ts';

const settled = () => new Promise(setImmediate);

/** Parties ask; `begun` has who got a turn, in that order. */
function turns(options: { most: number; mostOfOne: number; limitMs?: number }) {
  const fair = new FairTurns({ limitMs: 60_000, late: (why) => new RangeError(why), ...options });
  const begun: string[] = [];
  const held: { readonly party: string; readonly turn: Disposable }[] = [];
  return {
    fair,
    begun,
    async ask(...parties: readonly string[]) {
      for (const party of parties) {
        void fair.take(party).then((turn) => {
          begun.push(party);
          held.push({ party, turn });
        });
      }
      await settled();
    },
    /** The oldest turn ends, of this party where one is named. */
    async end(party?: string) {
      const index = held.findIndex((each) => party === undefined || each.party === party);
      const [ended] = held.splice(index, 1);
      assert.ok(index >= 0 && ended, `${party} has a turn`);
      ended.turn[Symbol.dispose]();
      await settled();
    },
  };
}

test('one who asks for everything is served in turns with one who asks for little', async () => {
  const { ask, end, begun } = turns({ most: 1, mostOfOne: 1 });
  await ask('hog', 'hog', 'hog', 'hog', 'quiet', 'hog', 'quiet', 'third');
  for (let turn = 0; turn < 8; turn += 1) await end();
  assert.deepEqual(begun, ['hog', 'quiet', 'third', 'hog', 'quiet', 'hog', 'hog', 'hog']);
});

test('a new party gets the next turn, however many others wait', async () => {
  const { ask, end, begun } = turns({ most: 4, mostOfOne: 4 });
  await ask(...Array<string>(50).fill('hog'));
  assert.equal(begun.length, 4);
  await ask('quiet');
  await end();
  assert.equal(begun.at(-1), 'quiet');
  for (let turn = 0; turn < 50; turn += 1) await end();
});

test('one party has no more than its part, also while nobody else asks', async () => {
  const { ask, end, begun, fair } = turns({ most: 4, mostOfOne: 2 });
  await ask('a', 'a', 'a', 'b', 'b', 'b');
  assert.deepEqual(begun, ['a', 'a', 'b', 'b']);
  await end('b');
  assert.deepEqual(begun.slice(4), ['b']);
  await ask('c');
  await end('a');
  assert.deepEqual(begun.slice(5), ['c']);
  await end('c');
  await end('b');
  await end('b');
  assert.deepEqual(begun.slice(6), ['a']);
  assert.equal(fair.waiting, 0);
});

test('all turns are used while somebody waits for one', async () => {
  const { ask, end, begun } = turns({ most: 3, mostOfOne: 3 });
  await ask('a', 'a', 'a', 'b', 'c');
  await end('a');
  await end('a');
  assert.deepEqual(begun, ['a', 'a', 'a', 'b', 'c']);
});

test('who has waited too long leaves, and takes no turn', async () => {
  const { ask, end, begun, fair } = turns({ most: 1, mostOfOne: 1, limitMs: 1 });
  await ask('a');
  await assert.rejects(fair.take('b'), RangeError);
  await end();
  await ask('c');
  assert.deepEqual(begun, ['a', 'c']);
  assert.equal(fair.waiting, 0);
});

test('who is late learns whether it waited for turns of its own party', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, end, fair } = turns({ most: 4, mostOfOne: 2, limitMs: 1_000 });
  const lateOne = () =>
    fair.take('hog').then(
      () => assert.fail('a turn'),
      ({ message }: Error) => message,
    );
  await ask('hog', 'hog', 'hog');
  const behindItsOwn = lateOne();
  await end('hog');
  t.mock.timers.tick(1_000);
  assert.equal(await behindItsOwn, 'ownBacklog');

  const behindWhatDoesNotEnd = lateOne();
  t.mock.timers.tick(1_000);
  assert.equal(await behindWhatDoesNotEnd, 'noTurn', 'two turns of its own, and neither ended');

  await ask('a', 'b', 'c', 'd');
  await end('hog');
  const behindOthers = lateOne();
  await end('hog');
  t.mock.timers.tick(1_000);
  assert.equal(await behindOthers, 'noTurn', 'others have all that it gave back');
});
