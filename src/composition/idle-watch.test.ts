import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { ClaimLoopOptions } from '../executor/loop/claim-loop.ts';
import { watchIdleness } from './idle-watch.ts';

test('only an executor that has had nothing to do for so long is idle', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const seen: string[] = [];
  type Observed = Pick<ClaimLoopOptions, 'onClaimed' | 'onEnded'>;
  const watch = watchIdleness<Observed>(
    { onClaimed: () => void seen.push('claimed'), onEnded: () => void seen.push('ended') },
    10,
    () => void seen.push('idle'),
  );
  const claim = () => watch.onClaimed({} as Parameters<Observed['onClaimed']>[0]);
  const end = () => watch.onEnded({} as Parameters<Observed['onEnded']>[0]);
  mock.timers.tick(9_000);
  claim();
  claim();
  mock.timers.tick(60_000);
  end();
  mock.timers.tick(60_000);
  end();
  mock.timers.tick(9_999);
  assert.deepEqual(seen, ['claimed', 'claimed', 'ended', 'ended']);
  mock.timers.tick(1);
  assert.equal(seen.at(-1), 'idle');
  mock.timers.reset();
});
