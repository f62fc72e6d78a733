import { AppError } from '../../domain/app-error.ts';
import { pairConnector } from '../../domain/execution/pair-connector.ts';
import { defaultRunName } from '../../domain/runs/name-run.ts';
import { planParts } from '../../domain/runs/plan-parts.ts';
import type { Submitter } from '../../domain/runs/run.ts';
import { insertResults } from '../../storage/queries/results.ts';
import { insertRun } from '../../storage/queries/runs.ts';
import { insertRunParts } from '../../storage/queries/runs-parts.ts';
import type { RunnableTest } from '../../storage/queries/runs-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';
import { tellRun } from '../events/run-events.ts';
import { queueTasks } from '../execution/queued-task.ts';
import type { PlannedRun } from './plan-run.ts';

/** Rows that go into one statement: few statements for a large Run, and none that is very long. */
const batch = 1_000;

/** The Run, its tests as they are now, and the work: all in one transaction, or nothing. */
export async function startRun(
  ctx: AppContext,
  tx: TenantTx,
  { orgUuid, submittedBy }: { readonly orgUuid: string; readonly submittedBy: Submitter },
  { tests, name, ...planned }: PlannedRun,
): Promise<string> {
  const submittedAt = ctx.clock.now();
  const runUuid = ctx.ids.uuid();
  const run = {
    ...planned,
    runUuid,
    name: name ?? defaultRunName(planned.scopeLabel, submittedAt),
    testCount: tests.length,
    submittedBy,
    submittedAt,
  };
  await insertRun(tx, run);
  tellRun(ctx, tx, 'submitted', run);
  const parts = planParts(tests).map((part) => ({
    ...part,
    runUuid,
    workUuid: ctx.ids.uuid(),
    operationUuid: ctx.ids.uuid(),
    testCount: part.tests.length,
  }));
  const results = parts
    .flatMap(({ workUuid, tests: ofPart }) => ofPart.map((test) => ({ ...test, workUuid })))
    .map(({ validationTestUuid, workUuid }, ordinal) => ({
      resultUuid: ctx.ids.uuid(),
      workUuid,
      ordinal,
      validationTestUuid,
    }));
  for (const some of batches(parts)) {
    await queueTasks(ctx, tx, some.map(taskOf));
    await insertRunParts(tx, some);
  }
  for (const some of batches(results)) {
    if (!(await insertResults(tx, { runUuid, results: some }))) throw testDeleted();
  }
  const event = { kind: 'submitted', orgUuid, runUuid, scope: planned.scope, tests: tests.length } as const;
  tx.afterCommit(() => ctx.onRunEvent(event));
  return runUuid;
}

function taskOf(part: {
  readonly runUuid: string;
  readonly workUuid: string;
  readonly operationUuid: string;
  readonly tests: readonly RunnableTest[];
}) {
  const { runUuid, workUuid, operationUuid, tests } = part;
  const [first] = tests;
  if (first === undefined) throw new TypeError('A part of a Run has tests.');
  return {
    task: { kind: 'run.compare', runUuid } as const,
    connector: pairConnector(first.sourceKinds),
    resourcePath: `/api/v1/runs/${runUuid}`,
    workUuid,
    operationUuid,
  };
}

function batches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, index) =>
    items.slice(index * batch, (index + 1) * batch),
  );
}

function testDeleted(): AppError {
  return new AppError('state_conflict', {
    detail: 'A test of the Run was deleted at the same moment. Nothing was started; submit the Run again.',
  });
}
