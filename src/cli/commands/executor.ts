import { Command } from 'commander';
import { readSettings } from '../configuration/read-settings.ts';
import type { SettingName, Settings } from '../configuration/settings.ts';

interface ExecutorFlags {
  readonly url?: string;
  readonly dataDir?: string;
  readonly capacity?: string;
}

const flagNames = {
  url: 'PLUMBLINE_EXECUTOR_URL',
  dataDir: 'PLUMBLINE_DATA_DIR',
  capacity: 'PLUMBLINE_EXECUTOR_CAPACITY',
} as const satisfies Record<keyof ExecutorFlags, SettingName>;

/** `plumbline executor`: an executor of its own, wherever the data is. */
export function executorCommand(run: (settings: Settings) => Promise<void>): Command {
  return new Command('executor')
    .summary('run an executor')
    .description(
      'Runs an executor: it claims work from the service, does it where the data is, and reports what came of it.',
    )
    .option('--url <url>', 'the address of the service (PLUMBLINE_EXECUTOR_URL)')
    .option('--data-dir <folder>', 'where the embedded identity keeps its key (PLUMBLINE_DATA_DIR)')
    .option('--capacity <number>', 'the most tasks at once (PLUMBLINE_EXECUTOR_CAPACITY)')
    .action(async (flags: ExecutorFlags) => {
      const overrides = Object.entries(flags).map(([flag, value]) => [
        flagNames[flag as keyof ExecutorFlags],
        value,
      ]);
      await run(readSettings({ ...process.env, ...Object.fromEntries(overrides) }));
    });
}
