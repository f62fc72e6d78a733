import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import type { Settings } from '../cli/configuration/settings.ts';
import { createSmtpMailer } from '../providers/mail/smtp-mailer.ts';
import { EmbeddedDatabaseInUse } from '../storage/embedded/embedded-errors.ts';
import { openStorage } from '../storage/storage.ts';
import { isConsoleBuilt } from './built-console.ts';
import { checkExecutor } from './executor-check.ts';
import { mailSettings } from './mail-settings.ts';
import { providerChecks } from './provider-checks.ts';
import { storageOptions } from './serve.ts';

/** What one check found: a sentence when all is well, or a throw whose message says what to do. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** `plumbline doctor`: checks what the configuration names, and says what to do. Resolves to whether all is well. */
export async function runDoctor(settings: Settings): Promise<boolean> {
  let healthy = true;
  for (const { name, run } of checksOf(settings)) {
    try {
      process.stdout.write(`✔ ${name}: ${await run()}\n`);
    } catch (error) {
      healthy = false;
      process.stdout.write(`✖ ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return healthy;
}

function checksOf(settings: Settings): readonly Check[] {
  return [
    { name: 'Node', run: async () => `version ${process.versions.node}` },
    { name: 'Data directory', run: () => checkDataDirectory(settings.PLUMBLINE_DATA_DIR) },
    { name: 'Secret', run: () => checkSecret(settings) },
    { name: 'Database', run: () => checkDatabase(settings) },
    { name: 'Identity', run: () => checkIdentity(settings) },
    { name: 'Executor', run: () => checkExecutor(settings) },
    { name: 'Console', run: checkConsole },
    { name: 'Mail', run: () => checkMail(settings) },
    ...providerChecks(settings),
  ];
}

async function checkDataDirectory(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(
      `${folder} is not writable. Change its owner, or set PLUMBLINE_DATA_DIR to another folder.`,
    );
  });
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) {
    throw new Error(`${folder} can be read by other users of this machine. Run: chmod 700 '${folder}'`);
  }
  return `${folder} is writable and private`;
}

async function checkSecret({ PLUMBLINE_SECRET: secret, DATABASE_URL: url }: Settings): Promise<string> {
  if (secret !== undefined && secret.length < 32) {
    throw new Error('PLUMBLINE_SECRET has fewer than 32 characters. Make one with: openssl rand -base64 32');
  }
  if (secret !== undefined) return 'configured';
  return url === undefined
    ? 'kept in the data directory'
    : 'kept in the data directory; set PLUMBLINE_SECRET before starting a second replica';
}

async function checkDatabase(settings: Settings): Promise<string> {
  try {
    const storage = await openStorage(storageOptions(settings));
    await storage.ping();
    const dead = (await storage.workFigures()).filter(({ state }) => state === 'dead');
    await storage.close();
    const given = dead.map(({ kind, count }) => `${count} × ${kind}`).join(', ');
    const where = settings.DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL';
    return given === '' ? `${where}, up to date` : `${where}, up to date; work that was given up: ${given}`;
  } catch (error) {
    // The service is running on it, which is as good an answer as any.
    if (error instanceof EmbeddedDatabaseInUse)
      return `embedded, in use by process ${error.pid ?? 'unknown'}`;
    throw error;
  }
}

async function checkIdentity(settings: Settings): Promise<string> {
  if (settings.PLUMBLINE_IDENTITY === 'embedded')
    return 'embedded; set PLUMBLINE_IDENTITY=external before real use';
  const address = settings.PLUMBLINE_IDENTITY_JWKS_URL ?? 'the keys of Microsoft Entra';
  if (settings.PLUMBLINE_IDENTITY_JWKS_URL === undefined) return `external, with ${address}`;
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) }).catch(
    () => undefined,
  );
  if (answer?.ok) return `external, and ${address} answers`;
  throw new Error(`${address} does not answer with keys. Check PLUMBLINE_IDENTITY_JWKS_URL and the network.`);
}

/** The API is served without it, so that it is missing is no failure. */
async function checkConsole(): Promise<string> {
  return (await isConsoleBuilt())
    ? 'built'
    : 'not built; `npm start` builds it, or: node scripts/with-setup.mjs console/build.ts';
}

async function checkMail(settings: Settings): Promise<string> {
  const mail = mailSettings(settings);
  if (mail === undefined)
    return 'not configured; invitations are not sent, their secret is shown to the Owner';
  await createSmtpMailer(mail).verify();
  return 'the mail server accepts our login';
}
