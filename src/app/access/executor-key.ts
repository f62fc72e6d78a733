import type { ExecutorIdentity } from './identify-executor.ts';

/** One text for the identity of an executor: what its calls are noted under, and its leases tied to. */
export function executorKey({ directoryId, objectId }: ExecutorIdentity): string {
  return `${directoryId}/${objectId}`;
}
