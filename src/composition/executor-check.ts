import type { Settings } from '../cli/configuration/settings.ts';
import { presenceSeconds } from '../domain/execution/protocol.ts';
import { readServiceRecord } from '../providers/identity/embedded/service-record.ts';
import { EmbeddedDatabaseInUse } from '../storage/embedded/embedded-errors.ts';
import { openStorage } from '../storage/storage.ts';
import { storageOptions } from './serve.ts';

const startOne = 'Start the service, or an executor of its own: npx plumbline executor';

/** Whether an executor has called lately. That none has is no failure: the service may not run yet, either. */
export async function checkExecutor(settings: Settings): Promise<string> {
  const last = await lastCall(settings);
  if (last === null) return `none has called within a day. ${startOne}`;
  const seconds = Math.max(0, Math.round((Date.now() - last.getTime()) / 1000));
  return seconds <= presenceSeconds
    ? `one called ${seconds} s ago`
    : `none has called since ${last.toISOString()}. ${startOne}`;
}

async function lastCall(settings: Settings): Promise<Date | null> {
  try {
    const storage = await openStorage(storageOptions(settings));
    try {
      return await storage.lastExecutorCall();
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (error instanceof EmbeddedDatabaseInUse) return lastCallOfRunning(settings);
    throw error;
  }
}

/** The embedded database is open to the service alone, which tells what it knows among its metrics. */
async function lastCallOfRunning({ PLUMBLINE_DATA_DIR: dataDir }: Settings): Promise<Date | null> {
  const url = (await readServiceRecord(dataDir))?.publicUrl;
  if (url === undefined) throw new Error('The service that holds the embedded database has left no address.');
  const metrics = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) })
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (metrics === undefined) {
    throw new Error(`The service at ${url} holds the embedded database and does not answer. Restart it.`);
  }
  const seconds = /^plumbline_executor_last_call_timestamp_seconds (\S+)$/m.exec(metrics)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000);
}
