import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { IssuerKeys } from './issuer-keys.ts';

const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const keySet = (...kids: readonly string[]) => ({ keys: kids.map((kid) => ({ ...jwk, kid })) });
const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** An issuer whose answer, and a clock whose time, the test sets. */
function issuer(...kids: readonly string[]) {
  const world = {
    now: Date.parse('2026-01-01T00:00:00Z'),
    loads: 0,
    answer: async (): Promise<unknown> => keySet(...kids),
  };
  const keys = new IssuerKeys(
    () => {
      world.loads += 1;
      return world.answer();
    },
    { clock: { now: () => new Date(world.now) } },
  );
  const held = async () => [...((await keys.current())?.keys.keys() ?? [])];
  return { world, keys, held };
}

describe('the keys of the issuer', () => {
  test('are loaded once for any number of callers at once', async () => {
    const { world, held } = issuer('a');
    assert.deepEqual(await Promise.all([held(), held(), held()]), [['a'], ['a'], ['a']]);
    assert.equal(world.loads, 1);
  });

  test('are loaded again when they age, and a withdrawn key is gone then', async () => {
    const { world, keys, held } = issuer('a');
    const first = (await keys.current())?.generation;
    world.answer = async () => keySet('b');
    world.now += 10 * minutes - 1;
    assert.deepEqual(await held(), ['a']);
    world.now += 1;
    assert.deepEqual(await held(), ['b']);
    assert.notEqual((await keys.current())?.generation, first);
    assert.equal(world.loads, 2);
  });

  test('keep their generation when the same keys come back, in whatever order', async () => {
    const { world, keys } = issuer('a', 'b');
    const first = (await keys.current())?.generation;
    world.answer = async () => keySet('b', 'a');
    world.now += 10 * minutes;
    assert.equal((await keys.current())?.generation, first);
    assert.equal(world.loads, 2);
  });

  test('are looked for again at most once in 30 seconds', async () => {
    const { world, keys } = issuer('a');
    await keys.current();
    await Promise.all(Array.from({ length: 100 }, () => keys.afterAnotherLook()));
    assert.equal(world.loads, 1, 'the first load was only just now');
    world.now += 30 * seconds;
    await Promise.all(Array.from({ length: 100 }, () => keys.afterAnotherLook()));
    assert.equal(world.loads, 2);
  });

  test('stay the last good ones while the issuer fails, for a day', async () => {
    const { world, keys, held } = issuer('a');
    await held();
    for (const failure of [
      () => Promise.reject(new Error('connection refused')),
      async () => ({ keys: [] }),
      async () => 'garbage',
    ]) {
      world.answer = failure;
      world.now += 10 * minutes;
      assert.deepEqual(await held(), ['a']);
      await keys.afterAnotherLook();
      assert.equal(keys.failing, true);
    }
    world.now += 24 * hours;
    assert.deepEqual(await held(), []);
    world.answer = async () => keySet('b');
    world.now += 5 * seconds;
    assert.deepEqual(await held(), ['b']);
    assert.equal(keys.failing, false);
  });

  test('need not wait for an issuer that hangs after it has failed', async () => {
    const { world, held } = issuer('a');
    await held();
    world.answer = () => Promise.reject(new Error('connection refused'));
    world.now += 10 * minutes;
    await held();
    let release: (value: unknown) => void = () => {};
    world.answer = () => new Promise((resolve) => (release = resolve));
    world.now += 30 * seconds;
    assert.deepEqual(await held(), ['a']);
    assert.equal(world.loads, 3);
    release(keySet('b'));
    await new Promise(setImmediate);
    assert.deepEqual(await held(), ['b']);
  });

  test('are asked for again after 5 seconds while there are none, and say when', async () => {
    const { world, keys, held } = issuer('a');
    world.answer = () => Promise.reject(new Error('connection refused'));
    assert.deepEqual(await held(), []);
    assert.equal(keys.retryAfterSeconds, 5);
    world.now += 4 * seconds;
    assert.deepEqual(await held(), []);
    assert.equal(keys.retryAfterSeconds, 1);
    assert.equal(world.loads, 1);
    world.now += 1 * seconds;
    world.answer = async () => keySet('a');
    assert.deepEqual(await held(), ['a']);
  });
});
