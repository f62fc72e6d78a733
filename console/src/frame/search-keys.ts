import { useHotkeys } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';

let requested = 0;
const listeners = new Set<() => void>();

/** Opens the search over everything; its code is loaded with the first call. */
export function openSearch(): void {
  requested += 1;
  for (const notify of listeners) notify();
}

/** How often the search was asked for; 0 until it is needed for the first time. */
export function useSearchRequests(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => requested,
  );
}

/** `/` and Ctrl-K (⌘K), anywhere but in a field. Returns whether the search is needed. */
export function useSearchKeys(): boolean {
  useHotkeys([
    ['/', openSearch],
    ['mod+K', openSearch],
  ]);
  return useSearchRequests() > 0;
}
