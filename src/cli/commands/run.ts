import { Command, Option } from 'commander';
import { AppError } from '../../domain/app-error.ts';
import { repeated } from '../compare/arguments/parse-flags.ts';
import { ConfigurationError } from '../configuration/read-settings.ts';
import type { Settings } from '../configuration/settings.ts';
import { settingsWith } from '../program.ts';
import {
  type RunAction,
  type RunCall,
  type RunFormat,
  runFormats,
  type ServiceAccess,
} from '../run/run-call.ts';

/** Where to find the service and a token for it; whatever is absent is that of the data directory. */
export interface AccessRequest {
  readonly settings: Settings;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly as?: string;
}

interface RunFlags {
  readonly all?: true;
  readonly pair?: readonly string[];
  readonly test?: string;
  readonly retry?: string;
  readonly follow?: string;
  readonly cancel?: string;
  readonly name?: string;
  readonly wait?: true;
  readonly format: RunFormat;
  readonly output?: string;
  readonly cancelOnInterrupt?: true;
  readonly progress: boolean;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly as?: string;
  readonly dataDir?: string;
}

/** `plumbline run`: a Run through the service, followed to its end. */
export function runCommand(access: (request: AccessRequest) => Promise<ServiceAccess>): Command {
  return (
    new Command('run')
      .summary('run validation tests through the service')
      .description(
        'Starts a Run, follows it and says what came of it. Ends with 0 if every test passed, 1 if one failed, 2 if one could not be decided or the service could not be asked.',
      )
      .optionsGroup('What is run (one of these):')
      .option('--all', 'every active test')
      .option('--pair <name or id>', 'the active tests of a dataset pair; repeatable', repeated)
      .option('--test <name or id>', 'one test, be it active or not')
      .option('--retry <run>', 'what a finished Run left undecided, once more')
      .option('--follow <run>', 'nothing new: wait for a Run that was started before')
      .option('--cancel <run>', 'nothing: end a Run that was started before')
      .option('--name <text>', 'what the Run is called; with --pair and --test')
      .optionsGroup('What comes out:')
      .option('--wait', 'wait until the Run has ended, and end as it did')
      .addOption(
        new Option('--format <format>', 'how the outcome is written').choices(runFormats).default('text'),
      )
      .option('-o, --output <file>', 'write it to a file; what came of the Run is still said in words')
      .option('--no-progress', 'do not show how far the Run is')
      .option('--cancel-on-interrupt', 'Ctrl-C cancels the Run; otherwise it goes on without being watched')
      .optionsGroup('The service:')
      .option('--url <url>', 'the address of the service (PLUMBLINE_URL)')
      .option(
        '--token-file <file>',
        'a file with a bearer token, read for each call (PLUMBLINE_TOKEN is the token itself)',
      )
      .option('--as <email>', 'a person of the embedded identity; an application of its own if left out')
      .option('--data-dir <folder>', 'the data directory of the embedded identity (PLUMBLINE_DATA_DIR)')
      // What 1 says is that a test failed; whatever keeps the command from asking is 2.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .action(async (flags: RunFlags, command: Command) => {
        const refuse = (message: string): never =>
          command.error(`plumbline run: ${message}`, { exitCode: 2 });
        const call = callOf(flags, refuse);
        const service = await accessOf(flags, access, refuse);
        const { runValidation } = await import('../run/run-validation.ts');
        process.exitCode = await runValidation(call, service);
      })
  );
}

async function accessOf(
  { url, tokenFile, as, dataDir }: RunFlags,
  access: (request: AccessRequest) => Promise<ServiceAccess>,
  refuse: (message: string) => never,
): Promise<ServiceAccess> {
  try {
    return await access({
      settings: settingsWith(dataDir === undefined ? {} : { dataDir }),
      ...(url !== undefined && { url }),
      ...(tokenFile !== undefined && { tokenFile }),
      ...(as !== undefined && { as }),
    });
  } catch (error) {
    if (error instanceof AppError) return refuse(error.params.detail);
    if (error instanceof ConfigurationError) return refuse(error.faults.join('\n'));
    throw error;
  }
}

function callOf(flags: RunFlags, refuse: (message: string) => never): RunCall {
  const { all, pair, test, retry, follow, cancel, name = null } = flags;
  const actions: readonly RunAction[] = [
    ...(all ? [{ kind: 'all' } as const] : []),
    ...(pair ? [{ kind: 'pairs', pairs: pair, name } as const] : []),
    ...(test !== undefined ? [{ kind: 'test', test, name } as const] : []),
    ...(retry !== undefined ? [{ kind: 'retry', runUuid: retry } as const] : []),
    ...(follow !== undefined ? [{ kind: 'follow', runUuid: follow } as const] : []),
    ...(cancel !== undefined ? [{ kind: 'cancel', runUuid: cancel } as const] : []),
  ];
  const [action, ...others] = actions;
  if (action === undefined || others.length > 0) {
    return refuse('say what to run with one of --all, --pair, --test, --retry, --follow or --cancel.');
  }
  if (name !== null && action.kind !== 'pairs' && action.kind !== 'test') {
    return refuse('--name goes with --pair and --test; other Runs are named by the service.');
  }
  const wait = flags.wait === true || action.kind === 'follow';
  if (!wait && flags.format !== 'text' && flags.format !== 'json') {
    return refuse(`--format ${flags.format} needs --wait: there is no report before the Run has ended.`);
  }
  return {
    action,
    wait,
    format: flags.format,
    outputFile: flags.output ?? null,
    cancelOnInterrupt: flags.cancelOnInterrupt === true,
    progress: flags.progress,
  };
}
