import { Command } from 'commander';
import { ConfigurationError, readSettings } from './configuration/read-settings.ts';
import type { SettingName, Settings } from './configuration/settings.ts';

/** What the commands do is put together elsewhere; each is loaded when it is called. */
export interface Actions {
  readonly serve: (
    settings: Settings,
    options: { readonly demo: boolean; readonly executor: boolean },
  ) => Promise<void>;
  readonly migrate: (settings: Settings) => Promise<void>;
  /** Resolves to whether everything is in order. */
  readonly doctor: (settings: Settings) => Promise<boolean>;
  readonly exportTo: (settings: Settings, file: string) => Promise<void>;
  readonly importFrom: (settings: Settings, file: string) => Promise<void>;
}

interface ServeFlags extends AddressFlags {
  readonly demo: boolean;
  readonly executor: boolean;
}

interface AddressFlags {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly publicUrl?: string;
}

/** The `plumbline` command, but for the commands that `more` adds. */
export function buildProgram(version: string, actions: Actions, more: readonly Command[]): Command {
  const program = new Command('plumbline')
    .description('Proves that one dataset is true to another.')
    .version(version)
    .showHelpAfterError();
  for (const command of [serveCommand(actions), ...more, ...operatorCommands(actions)])
    program.addCommand(command);
  return program;
}

function serveCommand(actions: Actions): Command {
  return new Command('serve')
    .summary('run the service')
    .description(
      'Runs the control plane: API, background work and, unless configured otherwise, embedded identity.',
    )
    .option('--host <address>', 'the address to bind (PLUMBLINE_HOST)')
    .option('--port <number>', 'the port to bind (PLUMBLINE_PORT)')
    .option('--data-dir <folder>', 'where the embedded parts keep their data (PLUMBLINE_DATA_DIR)')
    .option('--public-url <url>', 'the address that callers use (PLUMBLINE_PUBLIC_URL)')
    .option('--no-demo', 'do not make the demo Organization on the first start')
    .option('--no-executor', 'do not run an executor beside the service')
    .action(async ({ demo, executor, ...flags }: ServeFlags) =>
      actions.serve(settingsWith(flags), { demo, executor }),
    );
}

function operatorCommands(actions: Actions): Command[] {
  const dataDir = [
    '--data-dir <folder>',
    'where the embedded parts keep their data (PLUMBLINE_DATA_DIR)',
  ] as const;
  return [
    new Command('migrate')
      .summary('bring the PostgreSQL schema up to date')
      .description(
        'Applies what is missing with the login in PLUMBLINE_MIGRATION_DATABASE_URL. Safe to repeat.',
      )
      .action(async () => actions.migrate(settingsWith({}))),
    new Command('doctor')
      .summary('check the configuration and what it depends on')
      .description(
        'Checks the configuration and everything that it names, and says what to do. Changes nothing.',
      )
      .option(...dataDir)
      .action(async (flags: AddressFlags) => {
        if (!(await actions.doctor(settingsWith(flags)))) process.exitCode = 1;
      }),
    new Command('export')
      .summary('write the database to a file')
      .description('Writes everything that the service stores to one file, to be read by `plumbline import`.')
      .argument('<file>', 'the file to write')
      .option(...dataDir)
      .action(async (file: string, flags: AddressFlags) => actions.exportTo(settingsWith(flags), file)),
    new Command('import')
      .summary('read the database from a file')
      .description('Reads a file of `plumbline export` into an empty database: embedded, or PostgreSQL.')
      .argument('<file>', 'the file to read')
      .option(...dataDir)
      .action(async (file: string, flags: AddressFlags) => actions.importFrom(settingsWith(flags), file)),
  ];
}

/** Flags stand over environment variables. */
const flagNames = {
  host: 'PLUMBLINE_HOST',
  port: 'PLUMBLINE_PORT',
  dataDir: 'PLUMBLINE_DATA_DIR',
  publicUrl: 'PLUMBLINE_PUBLIC_URL',
} as const satisfies Record<keyof AddressFlags, SettingName>;

export function settingsWith(flags: AddressFlags): Settings {
  const overrides = Object.entries(flags).flatMap(([flag, value]) =>
    Object.hasOwn(flagNames, flag) ? [[flagNames[flag as keyof AddressFlags], value]] : [],
  );
  return readSettings({ ...process.env, ...Object.fromEntries(overrides) });
}

/** Errors that a person is meant to read are printed without a stack; everything else is a defect and keeps it. */
export function explainFailure(error: unknown, readable: readonly string[]): string {
  if (error instanceof ConfigurationError)
    return error.faults.map((fault) => `plumbline: ${fault}`).join('\n');
  if (error instanceof Error && readable.includes(error.name)) return `plumbline: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
