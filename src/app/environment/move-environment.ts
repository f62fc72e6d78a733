import { changeEnvironment, type EnvironmentChange } from '../../storage/queries/environments.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';

/** Brings an environment into another state, and tells so. False when it is in none that the change starts from. */
export async function moveEnvironment(
  ctx: EventContext,
  tx: TenantTx,
  change: EnvironmentChange,
): Promise<boolean> {
  const isMoved = await changeEnvironment(tx, change);
  if (isMoved) tellEnvironment(ctx, tx, { environmentUuid: change.environmentUuid, state: change.to });
  return isMoved;
}

export function tellEnvironment(
  ctx: EventContext,
  tx: TenantTx,
  data: { readonly environmentUuid: string; readonly state: EnvironmentChange['to'] },
): void {
  recordEvent(ctx, tx, {
    type: 'plumbline.environment.state_changed',
    subject: 'execution-environment',
    data,
  });
}
