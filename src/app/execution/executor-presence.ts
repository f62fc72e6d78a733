import { AppError } from '../../domain/app-error.ts';
import type { SourceKind } from '../../domain/catalog/source.ts';
import { presenceSeconds } from '../../domain/execution/protocol.ts';
import type { AppContext } from '../context.ts';

/** Whether an executor that can reach this kind of source for the Organization has called lately. Not in a transaction. */
export async function isExecutorPresent(
  ctx: AppContext,
  orgUuid: string,
  connector: SourceKind,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - presenceSeconds * 1000);
  return ctx.storage.hasExecutor({ orgUuid, connector, since });
}

export function executorAbsent(connector: SourceKind): AppError {
  return new AppError('execution_environment_not_ready', {
    detail: `No executor that can reach a source of kind ${connector} has called within ${presenceSeconds} s. Start one, then retry.`,
  });
}
