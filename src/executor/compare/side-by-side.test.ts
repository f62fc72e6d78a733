import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Interruptible, sideBySide } from './side-by-side.ts';

function contextOf(statementsAtOnce: number, signal?: AbortSignal): Interruptible {
  return { session: { statementsAtOnce }, signal };
}

/** Does nothing until it is interrupted. */
function untilInterrupted({ signal }: Interruptible): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('interrupted')));
  });
}

for (const [atOnce, most] of [
  [1, 1],
  [2, 2],
  [9, 4],
] as const) {
  test(`four pieces for an engine that takes ${atOnce} at once`, async () => {
    let running = 0;
    let furthest = 0;
    const begun: number[] = [];
    const piece = (number: number) => async () => {
      begun.push(number);
      running += 1;
      furthest = Math.max(furthest, running);
      await turn();
      running -= 1;
      return number;
    };
    const results = await sideBySide(contextOf(atOnce), [piece(0), piece(1), piece(2), piece(3)]);
    assert.deepEqual(results, [0, 1, 2, 3]);
    assert.deepEqual(begun, [0, 1, 2, 3]);
    assert.equal(furthest, most);
  });
}

test('a failure interrupts the others, and is told when they have ended', async () => {
  const broken = new Error('broken');
  let hasEnded = false;
  let hasBegun = false;
  const work = sideBySide(contextOf(2), [
    (own) =>
      untilInterrupted(own).finally(async () => {
        await turn();
        hasEnded = true;
      }),
    async () => Promise.reject(broken),
    async () => {
      hasBegun = true;
    },
  ]);
  await assert.rejects(work, broken);
  assert.ok(hasEnded);
  assert.ok(!hasBegun);
});

test('whoever interrupts the comparison interrupts every piece of it', async () => {
  const controller = new AbortController();
  const work = sideBySide(contextOf(3, controller.signal), [untilInterrupted, untilInterrupted]);
  controller.abort();
  await assert.rejects(work, /^Error: interrupted$/);
});
