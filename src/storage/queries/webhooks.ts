import { sql } from 'kysely';
import type { EventType } from '../../domain/events/event-data.ts';
import type { WebhookState } from '../../domain/webhooks/webhook.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface WebhookRecord {
  readonly webhookUuid: string;
  readonly name: string;
  readonly url: string;
  /** Empty: all of them. */
  readonly eventTypes: readonly EventType[];
  readonly state: WebhookState;
  /** Encrypted, as is the previous one. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

export type NewWebhook = Pick<
  WebhookRecord,
  'webhookUuid' | 'name' | 'url' | 'eventTypes' | 'secret' | 'createdAt'
>;

const columns = [
  'webhook_uuid as webhookUuid',
  'name',
  'url',
  'event_types as eventTypes',
  'state',
  'secret',
  'previous_secret as previousSecret',
  'previous_secret_until as previousSecretUntil',
  'created_at as createdAt',
  'version',
] as const;

export async function insertWebhook(tx: TenantTx, input: NewWebhook): Promise<void> {
  await tx
    .insertInto('plumbline.webhooks')
    .values({
      webhook_uuid: input.webhookUuid,
      name: input.name,
      url: input.url,
      event_types: [...input.eventTypes],
      state: 'active',
      secret: input.secret,
      created_at: input.createdAt,
    })
    .execute();
}

export async function getWebhook(tx: TenantTx, webhookUuid: string): Promise<WebhookRecord | undefined> {
  return await tx
    .selectFrom('plumbline.webhooks')
    .select(columns)
    .where('webhook_uuid', '=', webhookUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listWebhooks(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<WebhookRecord[]> {
  let query = tx.selectFrom('plumbline.webhooks').select(columns);
  if (page.after !== null) query = query.where('webhook_uuid', '<', page.after);
  return await query.orderBy('webhook_uuid', 'desc').limit(page.limit).execute();
}

export async function countWebhooks(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom('plumbline.webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who is to be told of an event of this type. */
export async function receiversOf(tx: TenantTx, type: EventType): Promise<string[]> {
  const found = await tx
    .selectFrom('plumbline.webhooks')
    .select('webhook_uuid as webhookUuid')
    .where('state', '=', 'active')
    .where(sql<boolean>`(event_types = '{}' OR ${type}::text = ANY (event_types))`)
    .execute();
  return found.map(({ webhookUuid }) => webhookUuid);
}

export type WebhookChange = Omit<WebhookRecord, 'createdAt' | 'version'> & {
  readonly expectedVersion: number;
};

/** False when it has changed or is gone. */
export async function updateWebhook(tx: TenantTx, change: WebhookChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.webhooks')
    .set({
      name: change.name,
      url: change.url,
      event_types: [...change.eventTypes],
      state: change.state,
      secret: change.secret,
      previous_secret: change.previousSecret,
      previous_secret_until: change.previousSecretUntil,
      version: sql`version + 1`,
    })
    .where('webhook_uuid', '=', change.webhookUuid)
    .where('version', '=', change.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Its receiver wants nothing any more. False when it is disabled already. */
export async function disableWebhook(tx: TenantTx, webhookUuid: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.webhooks')
    .set({ state: 'disabled', version: sql`version + 1` })
    .where('webhook_uuid', '=', webhookUuid)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when it has changed or is gone. What was sent to it is forgotten. */
export async function deleteWebhook(
  tx: TenantTx,
  input: { webhookUuid: string; expectedVersion: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plumbline.webhooks')
    .where('webhook_uuid', '=', input.webhookUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
