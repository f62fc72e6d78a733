import type { Settings } from '../cli/configuration/settings.ts';
import { type RunningService, type ServeOptions, serve } from './serve.ts';

/** `plumbline serve`: runs until a signal, then drains. A second signal, or a drain that takes too long, ends it at once. */
export async function runService(settings: Settings, options: ServeOptions): Promise<void> {
  const service = await serve(settings, options);
  process.stdout.write(welcome(service));
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

function welcome({ publicUrl, accounts, storage }: RunningService): string {
  const first = accounts[0]?.email;
  return [
    '',
    `  Plumbline is running at ${publicUrl}`,
    '',
    `  Database   ${storage === 'embedded' ? 'embedded (set DATABASE_URL for PostgreSQL)' : 'PostgreSQL'}`,
    ...(first === undefined
      ? []
      : [
          `  Sign in    as ${accounts.map(({ email }) => email.split('@')[0]).join(', ')} (embedded identity, no passwords)`,
          '',
          '  Try it     in another terminal:',
          `             curl -H "Authorization: Bearer $(npx plumbline token --as ${first})" ${publicUrl}/api/v1/organization`,
        ]),
    '',
    '  Stop it    with Ctrl-C',
    '',
    '',
  ].join('\n');
}
