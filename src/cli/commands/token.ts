import { Command, InvalidArgumentError } from 'commander';
import { AppError } from '../../domain/app-error.ts';

/** What to mint; whatever is absent is that of the account, the application or the service that last started. */
export interface TokenRequest {
  readonly dataDir?: string;
  readonly publicUrl?: string;
  readonly as?: string;
  readonly app?: string;
  readonly directory?: string;
  readonly roles?: readonly string[];
  readonly scope?: string;
  readonly audience?: string;
  /** Negative for a token that has expired already. */
  readonly expiresInSeconds?: number;
}

export type MintToken = (request: TokenRequest) => Promise<string>;

interface TokenFlags extends Omit<TokenRequest, 'expiresInSeconds'> {
  readonly role?: readonly string[];
  readonly expiresIn?: number;
}

/** `plumbline token`: prints a token of the embedded identity, alone, so that `$(plumbline token …)` is one. */
export function tokenCommand(mint: MintToken): Command {
  return new Command('token')
    .summary('mint a token of the embedded identity')
    .description(
      'Mints a token of the embedded identity with the key in the data directory and prints it alone.',
    )
    .option('--as <email>', 'a person: olivia@contoso.example, for one')
    .option('--app <name>', 'an application, with --directory')
    .option('--directory <name>', 'the directory of the application: contoso or fabrikam')
    .option('--role <name>', 'a role of the application: SVC.APIContributor, for one; repeatable', collect)
    .option('--roles <names>', 'all roles, separated by commas; empty for none', list)
    .option('--scope <names>', 'the scopes in place of the usual ones; empty for none')
    .option('--audience <uri>', 'the audience in place of the service')
    .option('--expires-in <time>', 'seconds, or 90s, 15m, 8h, 2d; negative for a token that is over', seconds)
    .option('--data-dir <folder>', 'the data directory of the service')
    .option('--public-url <url>', 'the address of the service, if it has not started yet')
    .action(async (flags: TokenFlags, command: Command) => {
      const { role, roles = role, expiresIn, ...rest } = flags;
      try {
        const token = await mint({
          ...rest,
          ...(roles && { roles }),
          ...(expiresIn !== undefined && { expiresInSeconds: expiresIn }),
        });
        command.configureOutput().writeOut?.(`${token}\n`);
      } catch (error) {
        if (error instanceof AppError) {
          command.error(`plumbline token: ${error.params.detail}`, { exitCode: 2 });
        }
        throw error;
      }
    });
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

function list(value: string): readonly string[] {
  return value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function seconds(value: string): number {
  const [, amount = '', unit = 's'] = /^(-?\d{1,9})([smhd])?$/.exec(value) ?? [];
  if (amount === '') {
    throw new InvalidArgumentError('Give seconds, or a number with s, m, h or d: 3600, 15m, -5m.');
  }
  return Number(amount) * (unitSeconds[unit] ?? 1);
}
