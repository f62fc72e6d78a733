import { type DemoFilesOptions, makeDemoFiles } from './make-demo-files.ts';

// A process of its own, so that an engine at work costs the service neither memory nor time. What it is to do comes over
// the channel; that the channel closes tells that nobody waits any longer.
process.once('disconnect', () => process.exit(1));
process.once('message', (options: DemoFilesOptions) => {
  makeDemoFiles(options).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
