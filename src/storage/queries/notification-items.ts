import type { EventRecord } from '../../domain/events/cloud-event.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** Adds an event to what rules wait to tell; the caller has them locked. */
export async function addNotificationItems(
  tx: TenantTx,
  input: { readonly ruleUuids: readonly string[]; readonly sequence: number },
): Promise<void> {
  await tx
    .insertInto('plumbline.notification_items')
    .values(input.ruleUuids.map((ruleUuid) => ({ rule_uuid: ruleUuid, sequence: input.sequence })))
    .execute();
}

/** What waits to be told, the oldest first. */
export async function waitingEvents(
  tx: TenantTx,
  input: { readonly ruleUuid: string; readonly limit: number },
): Promise<EventRecord[]> {
  return await tx
    .selectFrom('plumbline.notification_items as i')
    .innerJoin('plumbline.events as e', (join) =>
      join.onRef('e.org_uuid', '=', 'i.org_uuid').onRef('e.sequence', '=', 'i.sequence'),
    )
    .select([
      'e.sequence',
      'e.event_uuid as eventUuid',
      'e.type',
      'e.subject',
      'e.occurred_at as occurredAt',
      'e.data',
    ])
    .where('i.rule_uuid', '=', input.ruleUuid)
    .orderBy('e.sequence')
    .limit(input.limit)
    .execute();
}

/** They have been told, or given up. */
export async function removeNotificationItems(
  tx: TenantTx,
  input: { readonly ruleUuid: string; readonly sequences: readonly number[] },
): Promise<void> {
  if (input.sequences.length === 0) return;
  await tx
    .deleteFrom('plumbline.notification_items')
    .where('rule_uuid', '=', input.ruleUuid)
    .where('sequence', 'in', input.sequences)
    .execute();
}

/** Since when something waits; null: nothing does. False when the rule is gone. */
export async function setWaitingSince(
  tx: TenantTx,
  input: { readonly ruleUuid: string; readonly since: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.notification_rules')
    .set({ waiting_since: input.since })
    .where('rule_uuid', '=', input.ruleUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
