import type { Settings } from '../cli/configuration/settings.ts';
import { protocolVersions } from '../domain/execution/protocol.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { VersionRefused } from '../executor/protocol/execution-service.ts';
import { type RunningExecutor, startExecutor } from './executor.ts';
import { packageVersion } from './package-version.ts';

/** `plumbline executor`: runs until a signal, then drains. A second signal, or a drain that takes too long, ends it. */
export async function runExecutor(settings: Settings): Promise<void> {
  const executor = await startExecutor(settings);
  // There is a channel only where a supervisor made one; it stays known after the supervisor is gone.
  const isSupervised = process.send !== undefined;
  if (!isSupervised) process.stdout.write(welcome(executor));
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), settings.PLUMBLINE_SHUTDOWN_SECONDS * 1000).unref();
    executor.drain();
  };
  process.on('SIGTERM', stop);
  if (isSupervised) {
    // Ctrl-C reaches every process of a terminal; the supervisor decides when this one is to stop.
    process.on('SIGINT', () => {});
    // One that was killed sends no signal, but its channel closes.
    process.once('disconnect', () => stopping || stop());
    // A supervisor that was killed while this process was starting has closed it already.
    if (!process.connected) stop();
  } else {
    process.on('SIGINT', stop);
  }
  try {
    await executor.ended;
  } catch (error) {
    if (!(error instanceof VersionRefused)) throw error;
    throw new StartRefusal(
      `The service at ${executor.url} and this executor speak no common version of the execution protocol. ${error.message} This executor is plumbline ${packageVersion} and speaks version ${protocolVersions.join(', ')}. Upgrade whichever is older.`,
      { cause: error },
    );
  }
  process.exit(0);
}

function welcome({ url, capacity }: RunningExecutor): string {
  return `Plumbline executor for ${url}, ${capacity} tasks at once. Stop it with Ctrl-C.\n`;
}
