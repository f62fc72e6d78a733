import { setTimeout as sleep } from 'node:timers/promises';
import { maxSweptFolders } from '../../domain/execution/protocol.ts';
import type { ExecutionService } from '../protocol/execution-service.ts';
import type { EvidenceStore } from './evidence-store.ts';

export interface SweepingOptions {
  readonly store: EvidenceStore;
  readonly service: Pick<ExecutionService, 'sweep'>;
  readonly intervalMs: number;
  readonly onSwept: (folders: number) => void;
  /** The service was away, or a folder could not be deleted: the next round is soon enough. */
  readonly onMissed: (error: unknown) => void;
}

/** Deletes from the store what nothing refers to: left by attempts that were killed, or lost to another executor. */
export async function sweepStore(
  { store, service }: Pick<SweepingOptions, 'store' | 'service'>,
  signal: AbortSignal,
): Promise<number> {
  const folders: string[] = [];
  for await (const folder of store.folders()) folders.push(folder);
  let swept = 0;
  for (let at = 0; at < folders.length; at += maxSweptFolders) {
    const unreferenced = await service.sweep(folders.slice(at, at + maxSweptFolders), signal);
    for (const folder of unreferenced) await store.remove(folder);
    swept += unreferenced.length;
  }
  return swept;
}

/** Sweeps now, and now and then, until the signal. */
export async function keepSweeping(options: SweepingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const swept = await sweepStore(options, signal);
      if (swept > 0) options.onSwept(swept);
    } catch (error) {
      if (!signal.aborted) options.onMissed(error);
    }
    await sleep(options.intervalMs, undefined, { signal }).catch(() => {});
  }
}
