import { useSyncExternalStore } from 'react';

let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const notify of listeners) notify();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, to the last few seconds: one clock for all that is shown relative to now. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
