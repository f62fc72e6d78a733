import type { ClaimLoopOptions } from '../executor/loop/claim-loop.ts';

type Observer = Pick<ClaimLoopOptions, 'onClaimed' | 'onEnded'>;

/**
 * Calls back once nothing has been under way for so long; undefined: never. A platform that starts executors on a
 * schedule wants one that has nothing to do to end by itself.
 */
export function watchIdleness<Observed extends Observer>(
  observed: Observed,
  idleSeconds: number | undefined,
  onIdle: () => void,
): Observed {
  if (idleSeconds === undefined) return observed;
  let underWay = 0;
  // It does not keep the process alive: once the executor has ended, nobody waits for it to be idle.
  const start = () => setTimeout(onIdle, idleSeconds * 1000).unref();
  let timer = start();
  return {
    ...observed,
    onClaimed(lease) {
      underWay += 1;
      clearTimeout(timer);
      observed.onClaimed(lease);
    },
    onEnded(end) {
      underWay -= 1;
      if (underWay === 0) timer = start();
      observed.onEnded(end);
    },
  };
}
