import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalPace } from './refusal-pace.ts';

/** Time that passes when it is told to. */
function handTimer() {
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let now = 0;
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ until: now + ms, wake })),
    async pass(ms: number) {
      now += ms;
      for (const { until, wake } of sleepers) if (until <= now) wake();
      await new Promise(setImmediate);
    },
  };
}

test('refusals of one leave one after the other, whatever those of another do', async () => {
  const timer = handTimer();
  const pace = new RefusalPace(10, timer);
  const left: string[] = [];
  for (const caller of ['a', 'a', 'a', 'b']) void pace.turn(caller).then(() => left.push(caller));
  await timer.pass(9);
  assert.deepEqual(left, []);
  await timer.pass(1);
  assert.deepEqual(left, ['a', 'b']);
  await timer.pass(10);
  assert.deepEqual(left, ['a', 'b', 'a']);
  await timer.pass(10);
  assert.deepEqual(left, ['a', 'b', 'a', 'a']);
});

test('one who asks again as soon as he is refused waits as long again', async () => {
  const timer = handTimer();
  const pace = new RefusalPace(10, timer);
  let refused = 0;
  const asking = (async () => {
    while (timer.now() < 100) {
      await pace.turn('a');
      refused += 1;
    }
  })();
  while (timer.now() < 100) await timer.pass(1);
  await asking;
  assert.equal(refused, 10);
});

test('beyond a second of them nobody waits', async () => {
  const timer = handTimer();
  const pace = new RefusalPace(10, timer);
  let left = 0;
  for (let turn = 0; turn < 150; turn += 1) void pace.turn('a').then(() => (left += 1));
  await timer.pass(0);
  assert.equal(left, 50);
  await timer.pass(1_000);
  assert.equal(left, 150);
});
