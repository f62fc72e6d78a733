import type { Static } from 'typebox';
import type { readExecutors } from '../../app/environment/read-executors.ts';
import type { V1Executor } from '../../contract/schemas/environment.ts';
import { sourceKinds } from '../../domain/catalog/source.ts';

type ShownExecutor = Awaited<ReturnType<typeof readExecutors>>['items'][number];

export function executorView(executor: ShownExecutor): Static<typeof V1Executor> {
  return {
    executorUuid: executor.executorUuid,
    software: executor.software,
    // It is also known by which two of them it can reach at once.
    connectors: sourceKinds.filter((kind) => executor.connectors.includes(kind)),
    firstSeenAt: executor.firstSeenAt.toISOString(),
    lastSeenAt: executor.lastSeenAt.toISOString(),
  };
}
