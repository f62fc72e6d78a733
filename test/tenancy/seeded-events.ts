import { appendEvent } from '../../src/storage/queries/events.ts';
import { keepObservedStates } from '../../src/storage/queries/observed-states.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';

/** One event, and what the last look saw. */
export async function seedEvents(tx: TenantTx): Promise<void> {
  await appendEvent(tx, {
    eventUuid: newUuid(),
    type: 'plumbline.executor.state_changed',
    subject: 'execution-environment',
    occurredAt: testStart,
    data: { state: 'present' },
  });
  await keepObservedStates(tx, { executorState: 'present', entitlementState: 'trial' });
}
