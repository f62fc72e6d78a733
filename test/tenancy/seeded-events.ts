import { appendEvent } from '../../src/storage/queries/events.ts';
import { addNotificationItems } from '../../src/storage/queries/notification-items.ts';
import { insertRule, type NewRule } from '../../src/storage/queries/notification-rules.ts';
import { keepObservedStates } from '../../src/storage/queries/observed-states.ts';
import { insertTick } from '../../src/storage/queries/schedule-ticks.ts';
import { insertSchedule, type NewSchedule } from '../../src/storage/queries/schedules.ts';
import { insertDeliveries } from '../../src/storage/queries/webhook-deliveries.ts';
import { insertWebhook, type NewWebhook } from '../../src/storage/queries/webhooks.ts';
import type { TenantTx } from '../../src/storage/tenant-tx.ts';
import { newUuid, testStart } from '../support/tenants.ts';

/** What a tenant is told, and when. */
export interface SeededEvents {
  readonly scheduleUuid: string;
  readonly webhookUuid: string;
  readonly deliveryUuid: string;
  readonly ruleUuid: string;
}

/** One event, what the last look saw, a schedule with a tick, and a webhook with a delivery, and a rule that waits. */
export async function seedEvents(tx: TenantTx): Promise<SeededEvents> {
  const seeded = {
    scheduleUuid: newUuid(),
    webhookUuid: newUuid(),
    deliveryUuid: newUuid(),
    ruleUuid: newUuid(),
  };
  await appendEvent(tx, {
    eventUuid: newUuid(),
    type: 'plumbline.executor.state_changed',
    subject: 'execution-environment',
    occurredAt: testStart,
    data: { state: 'present' },
  });
  await keepObservedStates(tx, { executorState: 'present', entitlementState: 'trial' });
  await insertSchedule(tx, seededSchedule(seeded.scheduleUuid));
  await insertTick(tx, seeded.scheduleUuid, {
    tickAt: testStart,
    outcome: 'skipped',
    reason: 'previous_run_open',
    runUuid: null,
    passedOver: 0,
    decidedAt: testStart,
  });
  await insertWebhook(tx, seededWebhook(seeded.webhookUuid));
  await insertDeliveries(tx, [{ ...seeded, sequence: 1, createdAt: testStart }]);
  await insertRule(tx, seededRule(seeded.ruleUuid));
  await addNotificationItems(tx, { ruleUuids: [seeded.ruleUuid], sequence: 1 });
  return seeded;
}

export function seededSchedule(scheduleUuid: string): NewSchedule {
  return {
    scheduleUuid,
    name: 'Nightly',
    cron: '0 3 * * *',
    timeZone: 'UTC',
    scope: { kind: 'all' },
    catchUpMinutes: 60,
    nextTickAt: testStart,
    createdAt: testStart,
  };
}

export function seededWebhook(webhookUuid: string): NewWebhook {
  return {
    webhookUuid,
    name: 'Bot',
    url: 'https://hooks.contoso.example/plumbline',
    eventTypes: [],
    secret: 'v1.x',
    createdAt: testStart,
  };
}

export function seededRule(ruleUuid: string): NewRule {
  return {
    ruleUuid,
    name: 'Data team',
    channel: 'slack',
    memberUuid: null,
    sealedUrl: 'v1.x',
    urlHost: 'hooks.slack.com',
    occasion: 'changes',
    groupMinutes: 5,
    createdAt: testStart,
  };
}
