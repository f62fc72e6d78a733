import { compareCommand } from './cli/commands/compare.ts';
import { executorCommand } from './cli/commands/executor.ts';
import { runCommand } from './cli/commands/run.ts';
import { tokenCommand } from './cli/commands/token.ts';
import { buildProgram, explainFailure, settingsWith } from './cli/program.ts';
import { packageVersion } from './composition/package-version.ts';

/** The composition root: hands the commands what they do. Each is loaded only when it is called. */
export const program = buildProgram(
  packageVersion,
  {
    serve: async (settings, options) =>
      (await import('./composition/serve-command.ts')).runService(settings, options),
    migrate: async (settings) => (await import('./composition/migrate.ts')).runMigrations(settings),
    doctor: async (settings) => (await import('./composition/doctor.ts')).runDoctor(settings),
    exportTo: async (settings, file) => (await import('./composition/transfer.ts')).exportTo(settings, file),
    importFrom: async (settings, file) =>
      (await import('./composition/transfer.ts')).importFrom(settings, file),
  },
  [
    compareCommand(),
    runCommand(async (request) => {
      const { serviceAccess } = await import('./composition/service-access.ts');
      return serviceAccess(request, { now: () => new Date() });
    }),
    executorCommand(async (settings) =>
      (await import('./composition/executor-command.ts')).runExecutor(settings),
    ),
    tokenCommand(async ({ dataDir, ...request }) => {
      const { mintToken } = await import('./providers/identity/embedded/mint-token.ts');
      const settings = settingsWith(dataDir === undefined ? {} : { dataDir });
      return mintToken(
        { ...request, dataDir: settings.PLUMBLINE_DATA_DIR },
        { clock: { now: () => new Date() } },
      );
    }),
  ],
);

/** Refusals whose message is written for the person at the terminal. */
const readable = [
  'StartRefusal',
  'EmbeddedDatabaseError',
  'EmbeddedDatabaseInUse',
  'EmbeddedDirectoryUnusable',
  'EmbeddedVersionMismatch',
  'TransferError',
  'AppError',
];

if (import.meta.main) {
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${explainFailure(error, readable)}\n`);
    process.exit(1);
  }
}
