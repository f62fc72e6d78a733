import type { Clock } from '../../../domain/clock.ts';
import { signToken } from './mint-token.ts';
import { readServiceRecord } from './service-record.ts';
import { type Application, applicationClaims, applicationObjectId } from './token-claims.ts';

/**
 * The application of the embedded executor. Its directory is the deployment's own, and none that `plumbline token` or
 * the sign-in knows: no account and no other application can come from it.
 */
const executorApplication: Application = {
  directory: { name: 'plumbline', directoryId: 'c41d3b0a-92f7-4d85-a6e3-71f0b85d2c03' },
  name: 'executor',
};

/** Under which identity it is registered with the service. */
export const embeddedExecutor = Object.freeze({
  directoryId: executorApplication.directory.directoryId,
  objectId: applicationObjectId(executorApplication),
});

/** A token of the embedded executor; undefined where no service with the embedded identity has used the directory. */
export async function mintExecutorToken(
  options: { readonly dataDir: string; readonly expiresInSeconds: number },
  deps: { readonly clock: Clock },
): Promise<string | undefined> {
  if ((await readServiceRecord(options.dataDir)) === undefined) return undefined;
  // No role: the registration is what counts, and a role would open other doors.
  return signToken(options, (publicUrl) => applicationClaims(publicUrl, executorApplication, []), deps);
}
