import type { Settings } from '../cli/configuration/settings.ts';
import { type RunningService, type ServeOptions, serve } from './serve.ts';
import { demoEnded, welcome } from './welcome.ts';

/** `plumbline serve`: runs until a signal, then drains. A second signal, or a drain that takes too long, ends it at once. */
export async function runService(settings: Settings, options: ServeOptions): Promise<void> {
  const service = await serve(settings, options);
  process.stdout.write(welcome(service, settings));
  tellOfDemo(service, settings);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => {
        process.stderr.write('plumbline: not everything ended in time; stopping anyway\n');
        process.exit(1);
      }, settings.PLUMBLINE_SHUTDOWN_SECONDS * 1000).unref();
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`plumbline: ${error instanceof Error ? error.stack : String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

function tellOfDemo({ demo, publicUrl }: RunningService, { PLUMBLINE_DATA_DIR: dataDir }: Settings): void {
  if (demo.state !== 'preparing') return;
  const startedAt = performance.now();
  demo.ended.then((end) => {
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(demoEnded(end, { publicUrl, dataDir, seconds }));
  });
}
