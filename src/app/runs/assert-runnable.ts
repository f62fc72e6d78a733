import { AppError } from '../../domain/app-error.ts';
import { pairConnector } from '../../domain/execution/pair-connector.ts';
import { presenceSeconds } from '../../domain/execution/protocol.ts';
import { maxTestsOfRun } from '../../domain/runs/run.ts';
import { pairedSourceKinds, type RunnableTest } from '../../storage/queries/runs-tests.ts';
import type { AppContext } from '../context.ts';
import type { PlannedRun } from './plan-run.ts';

/**
 * The kinds of pairs of this Organization that an executor is there for. Asked before the transaction of the Run, in
 * which nothing waits for anything else.
 */
export async function readyConnectors(ctx: AppContext, orgUuid: string): Promise<ReadonlySet<string>> {
  const kinds = await ctx.storage.withTenant(orgUuid, pairedSourceKinds);
  const since = new Date(ctx.clock.now().getTime() - presenceSeconds * 1000);
  const ready = new Set<string>();
  for (const connector of new Set(kinds.map(pairConnector))) {
    if (await ctx.storage.hasExecutor({ orgUuid, connector, since })) ready.add(connector);
  }
  return ready;
}

/** Refuses tests that nobody could run. */
export function assertReady(tests: readonly RunnableTest[], ready: ReadonlySet<string>): void {
  const unready = new Set(
    tests.map(({ sourceKinds }) => pairConnector(sourceKinds)).filter((each) => !ready.has(each)),
  );
  if (unready.size === 0) return;
  throw new AppError('execution_environment_not_ready', {
    detail: `No executor that can reach sources of kind ${[...unready].map((each) => each.replace('+', ' and ')).join(', or ')} has called within ${presenceSeconds} s. Start one, then retry.`,
  });
}

export function assertSize({ scope, tests }: PlannedRun): void {
  if (tests.length === 0) {
    throw new AppError('no_active_tests', {
      detail: `No active validation test is in the scope ${scope}. Create a test, or activate one.`,
    });
  }
  if (tests.length <= maxTestsOfRun) return;
  throw new AppError('run_too_large', {
    detail: `The scope ${scope} has more than ${maxTestsOfRun.toLocaleString('en')} active tests. Run some of its pairs at a time.`,
  });
}
