import { occasionOf } from '../../domain/notifications/occasion-of.ts';
import type { AppendedEvent } from '../../storage/queries/events.ts';
import { addNotificationItems, setWaitingSince } from '../../storage/queries/notification-items.ts';
import { lockRulesFor, type RuleRecord } from '../../storage/queries/notification-rules.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { AppContext } from '../context.ts';

/** The kind of background work that tells somebody what waits for them. */
export const sendNotificationKind = 'notification.send';

type QueueContext = Pick<AppContext, 'ids' | 'clock'>;

/** With the pauses of the worker, more than an hour: longer than most mail servers are away. */
const maxAttempts = 12;

/** Adds an event to what is told to those who want to hear of it; in the transaction of the event. */
export async function queueNotifications(
  ctx: QueueContext,
  tx: TenantTx,
  event: AppendedEvent,
): Promise<void> {
  const occasion = occasionOf(event);
  const rules = occasion === null ? [] : await lockRulesFor(tx, occasion);
  if (rules.length === 0) return;
  const { sequence } = event;
  await addNotificationItems(tx, { ruleUuids: rules.map(({ ruleUuid }) => ruleUuid), sequence });
  // Those for which something waits already will be told of this as well.
  for (const rule of rules) if (rule.waitingSince === null) await queueMessage(ctx, tx, rule);
}

/** What waits is told when the time is over in which more may come. */
export async function queueMessage(
  ctx: QueueContext,
  tx: TenantTx,
  { ruleUuid, groupMinutes }: RuleRecord,
): Promise<void> {
  const now = ctx.clock.now();
  await setWaitingSince(tx, { ruleUuid, since: now });
  await enqueueWork(tx, {
    workUuid: ctx.ids.uuid(),
    kind: sendNotificationKind,
    payload: { ruleUuid },
    operationUuid: null,
    runAfter: new Date(now.getTime() + groupMinutes * 60_000),
    maxAttempts,
  });
}
