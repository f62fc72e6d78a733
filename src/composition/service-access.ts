import { readFile } from 'node:fs/promises';
import type { AccessRequest } from '../cli/commands/run.ts';
import type { ServiceAccess } from '../cli/run/run-call.ts';
import { AppError } from '../domain/app-error.ts';
import type { Clock } from '../domain/clock.ts';
import { mintToken } from '../providers/identity/embedded/mint-token.ts';
import { readServiceRecord } from '../providers/identity/embedded/service-record.ts';

/** For one call and its retries. */
const mintedSeconds = 600;
/** What `plumbline run` is to the embedded identity, where no person is named. */
const application = { app: 'plumbline-run', directory: 'contoso', roles: ['SVC.APIContributor'] };

/** The address and the token of a command that calls the service: a file, PLUMBLINE_TOKEN, or the embedded identity. */
export async function serviceAccess(request: AccessRequest, clock: Clock): Promise<ServiceAccess> {
  const { settings, tokenFile, as } = request;
  const dataDir = settings.PLUMBLINE_DATA_DIR;
  const record = await readServiceRecord(dataDir);
  const url = request.url ?? settings.PLUMBLINE_URL ?? record?.publicUrl ?? 'http://127.0.0.1:8080';
  const given = settings.PLUMBLINE_TOKEN;
  if (tokenFile !== undefined) return { url, token: () => fileToken(tokenFile) };
  if (given !== undefined && as === undefined) return { url, token: async () => given };
  if (record === undefined) {
    throw new AppError('token_missing', {
      detail: `There is no token for ${url}. Set PLUMBLINE_TOKEN, name a file with --token-file, or the data directory of a service with the embedded identity with --data-dir.`,
    });
  }
  const principal = as === undefined ? application : { as };
  return {
    url,
    token: () => mintToken({ dataDir, expiresInSeconds: mintedSeconds, ...principal }, { clock }),
  };
}

/** Read for each call: whoever keeps it fresh tells nobody. */
async function fileToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const detail = `The token file ${file} cannot be read: ${cause.code}.`;
    throw new AppError('token_missing', { detail }, { cause });
  });
  if (text.trim() !== '') return text.trim();
  throw new AppError('token_missing', { detail: `The token file ${file} is empty.` });
}
