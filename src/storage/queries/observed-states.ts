import type { EntitlementState } from '../../domain/entitlement.ts';
import type { TenantTx } from '../tenant-tx.ts';

export type ExecutorState = 'present' | 'absent';

/** What the last look at the Organization saw. */
export interface ObservedStates {
  readonly executorState: ExecutorState;
  readonly entitlementState: EntitlementState;
}

/** Locked: whoever looks at the same moment waits, and then sees what this one saw. Undefined before the first look. */
export async function lockObservedStates(tx: TenantTx): Promise<ObservedStates | undefined> {
  return await tx
    .selectFrom('plumbline.observed_states')
    .select(['executor_state as executorState', 'entitlement_state as entitlementState'])
    .forUpdate()
    .executeTakeFirst();
}

export async function keepObservedStates(tx: TenantTx, states: ObservedStates): Promise<void> {
  const row = { executor_state: states.executorState, entitlement_state: states.entitlementState };
  await tx
    .insertInto('plumbline.observed_states')
    .values(row)
    .onConflict((conflict) => conflict.column('org_uuid').doUpdateSet(row))
    .execute();
}
