import { sql } from 'kysely';
import type { EventType } from '../../domain/events/event-data.ts';
import type { DeliveryAttempt, WebhookDeliveryState } from '../../domain/webhooks/webhook.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** One event to one receiver. */
export interface DeliveryRecord {
  readonly deliveryUuid: string;
  readonly webhookUuid: string;
  readonly sequence: number;
  readonly eventUuid: string;
  readonly type: EventType;
  readonly subject: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface NewDelivery {
  readonly deliveryUuid: string;
  readonly webhookUuid: string;
  readonly sequence: number;
  readonly createdAt: Date;
}

export async function insertDeliveries(tx: TenantTx, inputs: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('plumbline.webhook_deliveries')
    .values(
      inputs.map((input) => ({
        delivery_uuid: input.deliveryUuid,
        webhook_uuid: input.webhookUuid,
        sequence: input.sequence,
        created_at: input.createdAt,
      })),
    )
    .execute();
}

function deliveries(tx: TenantTx) {
  return tx
    .selectFrom('plumbline.webhook_deliveries as d')
    .innerJoin('plumbline.events as e', (join) =>
      join.onRef('e.org_uuid', '=', 'd.org_uuid').onRef('e.sequence', '=', 'd.sequence'),
    )
    .select([
      'd.delivery_uuid as deliveryUuid',
      'd.webhook_uuid as webhookUuid',
      'd.sequence',
      'e.event_uuid as eventUuid',
      'e.type',
      'e.subject',
      'd.state',
      'd.attempts',
      'd.created_at as createdAt',
      'd.finished_at as finishedAt',
    ]);
}

export async function getDelivery(tx: TenantTx, deliveryUuid: string): Promise<DeliveryRecord | undefined> {
  return await deliveries(tx).where('d.delivery_uuid', '=', deliveryUuid).executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listDeliveries(
  tx: TenantTx,
  page: { webhookUuid: string; limit: number; after: string | null; state?: WebhookDeliveryState },
): Promise<DeliveryRecord[]> {
  let query = deliveries(tx).where('d.webhook_uuid', '=', page.webhookUuid);
  if (page.state !== undefined) query = query.where('d.state', '=', page.state);
  if (page.after !== null) query = query.where('d.delivery_uuid', '<', page.after);
  return await query.orderBy('d.delivery_uuid', 'desc').limit(page.limit).execute();
}

/** Adds a try to the log. False when the delivery is gone. */
export async function addDeliveryAttempt(
  tx: TenantTx,
  input: { deliveryUuid: string; attempt: DeliveryAttempt },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.webhook_deliveries')
    .set({ attempts: sql`attempts || ${JSON.stringify([input.attempt])}::jsonb` })
    .where('delivery_uuid', '=', input.deliveryUuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The end of a delivery. False when it has ended already, or is gone. */
export async function finishDelivery(
  tx: TenantTx,
  input: { deliveryUuid: string; state: 'delivered' | 'failed'; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.webhook_deliveries')
    .set({ state: input.state, finished_at: input.at })
    .where('delivery_uuid', '=', input.deliveryUuid)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
