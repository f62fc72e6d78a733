import { readFile } from 'node:fs/promises';
import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { createOutbound, type Outbound } from '../providers/outbound/outbound.ts';

/** Longer than a good answer takes, shorter than somebody waits: three attempts fit into a request's time. */
const timeoutMs = 10_000;

/** Calls to these addresses, and to nothing else. */
export async function openOutbound(settings: Settings, origins: readonly string[]): Promise<Outbound> {
  const authorities = await readAuthorities(settings);
  try {
    return createOutbound({
      origins,
      timeoutMs,
      authorities,
      random: Math.random,
      now: () => performance.now(),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new StartRefusal(error.message);
    throw error;
  }
}

/** Certificates of authorities that are trusted besides the usual ones. */
export async function readAuthorities({
  PLUMBLINE_OUTBOUND_CA_FILE: file,
}: Settings): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartRefusal(`PLUMBLINE_OUTBOUND_CA_FILE: ${file} cannot be read.`, { cause });
  });
}
