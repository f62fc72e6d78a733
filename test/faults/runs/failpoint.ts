/** Reports that the process has come to a point on its way; it may be the last that it does. */
export type Reach = (point: string) => void;

/**
 * Ends this process at once, as the kernel would end it, when it comes to the point that FAILPOINT names for the
 * FAILPOINT_HIT-th time; with FAILPOINT_SIGNAL=SIGSTOP it is frozen there. Without FAILPOINT nothing happens.
 */
export function armedFailpoint(environment: NodeJS.ProcessEnv): Reach {
  const { FAILPOINT: armed, FAILPOINT_HIT: hit = '1', FAILPOINT_SIGNAL: signal = 'SIGKILL' } = environment;
  let left = Number(hit);
  return (point) => {
    if (point !== armed) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, signal);
  };
}

/** Of an environment, what is for the process and not for the product. */
export function withoutFailpoint(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FAILPOINT: _point, FAILPOINT_HIT: _hit, FAILPOINT_SIGNAL: _signal, ...product } = environment;
  return product;
}

/** The operations that write on the way of a Run; the service can be ended before and after the commit of each. */
const writes = [
  'POST /runs/all',
  'POST /runs',
  'POST /runs/*/retry',
  'POST /runs/*:cancel',
  'POST /execution/claims',
  'POST /execution/leases/*:complete',
] as const;

/** What the service does by itself: tells a receiver of an event, and decides about a tick of a schedule. */
const ownDoings = ['delivery', 'tick'] as const;

export const servicePoints: readonly string[] = [
  ...[...writes, ...ownDoings].flatMap((write) => [`${write} before commit`, `${write} after commit`]),
  'claim after commit',
];

/** The calls of an executor; it can be ended before it makes one and before it acts on the answer. */
export const executorPoints: readonly string[] = [
  'claim answered',
  'task ended',
  'complete sent',
  'complete answered',
];

/** A path without what differs from call to call. */
export function pointOf(method: string, url: string): string {
  const path = url.replace(/\?.*$/, '').replace(/^\/api\/v1/, '');
  return `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`;
}
