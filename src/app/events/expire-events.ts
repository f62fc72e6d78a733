import type { AppContext } from '../context.ts';

/** A statement that deletes more would hold its locks too long. */
const batch = 1_000;

/** Deletes events that have outlived their retention, of all tenants. */
export async function expireEvents(
  { storage, clock }: Pick<AppContext, 'storage' | 'clock'>,
  days: number,
  isStopped: () => boolean,
): Promise<void> {
  const before = new Date(clock.now().getTime() - days * 24 * 60 * 60 * 1000);
  while (!isStopped()) {
    if ((await storage.purgeEvents({ before, limit: batch })) < batch) return;
  }
}
