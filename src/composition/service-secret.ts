import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../cli/configuration/read-settings.ts';
import type { Settings } from '../cli/configuration/settings.ts';

/** Shorter ones could be guessed from a cursor by trying. */
const minimumLength = 32;

/** The key that cursors and invitation secrets hang on: configured, or made once and kept in the data directory. */
export async function serviceSecret(settings: Settings): Promise<string> {
  const configured = settings.PLUMBLINE_SECRET;
  if (configured !== undefined) {
    if (configured.length >= minimumLength) return configured;
    throw new ConfigurationError([`PLUMBLINE_SECRET must have at least ${minimumLength} characters.`]);
  }
  const file = join(settings.PLUMBLINE_DATA_DIR, 'secret');
  const made = randomBytes(32).toString('base64url');
  await mkdir(settings.PLUMBLINE_DATA_DIR, { recursive: true, mode: 0o700 });
  await createOnce(file, made);
  return (await readFile(file, 'utf8')).trim();
}

/** A link to a finished file appears whole or not at all, and only for the first of two processes. */
async function createOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}
