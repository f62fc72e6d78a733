import { sql } from 'kysely';
import type { Channel, Occasion, RuleState } from '../../domain/notifications/notification.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface RuleRecord {
  readonly ruleUuid: string;
  readonly name: string;
  readonly channel: Channel;
  /** Who gets the mail; null for a chat. */
  readonly memberUuid: string | null;
  /** Encrypted; null for mail. */
  readonly sealedUrl: string | null;
  readonly urlHost: string | null;
  readonly occasion: Occasion;
  readonly groupMinutes: number;
  readonly state: RuleState;
  readonly waitingSince: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

export type NewRule = Omit<RuleRecord, 'state' | 'waitingSince' | 'version'>;

const columns = [
  'rule_uuid as ruleUuid',
  'name',
  'channel',
  'member_uuid as memberUuid',
  'sealed_url as sealedUrl',
  'url_host as urlHost',
  'occasion',
  'group_minutes as groupMinutes',
  'state',
  'waiting_since as waitingSince',
  'created_at as createdAt',
  'version',
] as const;

export async function insertRule(tx: TenantTx, input: NewRule): Promise<void> {
  await tx
    .insertInto('plumbline.notification_rules')
    .values({
      rule_uuid: input.ruleUuid,
      name: input.name,
      channel: input.channel,
      member_uuid: input.memberUuid,
      sealed_url: input.sealedUrl,
      url_host: input.urlHost,
      occasion: input.occasion,
      group_minutes: input.groupMinutes,
      state: 'active',
      created_at: input.createdAt,
    })
    .execute();
}

export async function getRule(tx: TenantTx, ruleUuid: string): Promise<RuleRecord | undefined> {
  return await tx
    .selectFrom('plumbline.notification_rules')
    .select(columns)
    .where('rule_uuid', '=', ruleUuid)
    .executeTakeFirst();
}

/** The same, and nothing is added to what waits for it until the transaction ends. */
export async function lockRule(tx: TenantTx, ruleUuid: string): Promise<RuleRecord | undefined> {
  return await tx
    .selectFrom('plumbline.notification_rules')
    .select(columns)
    .where('rule_uuid', '=', ruleUuid)
    .forUpdate()
    .executeTakeFirst();
}

/** Who wants to hear of it, locked: whoever tells what waits must not overlook what is added. */
export async function lockRulesFor(tx: TenantTx, occasion: Occasion): Promise<RuleRecord[]> {
  return await tx
    .selectFrom('plumbline.notification_rules')
    .select(columns)
    .where('occasion', '=', occasion)
    .where('state', '=', 'active')
    .orderBy('rule_uuid')
    .forUpdate()
    .execute();
}

/** Newest first; `after` is the last id of the page before. */
export async function listRules(
  tx: TenantTx,
  page: { limit: number; after: string | null },
): Promise<RuleRecord[]> {
  let query = tx.selectFrom('plumbline.notification_rules').select(columns);
  if (page.after !== null) query = query.where('rule_uuid', '<', page.after);
  return await query.orderBy('rule_uuid', 'desc').limit(page.limit).execute();
}

export async function countRules(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom('plumbline.notification_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False when it has changed or is gone. */
export async function updateRule(
  tx: TenantTx,
  change: Pick<RuleRecord, 'ruleUuid' | 'name' | 'occasion' | 'groupMinutes' | 'state'> & {
    readonly expectedVersion: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.notification_rules')
    .set({
      name: change.name,
      occasion: change.occasion,
      group_minutes: change.groupMinutes,
      state: change.state,
      version: sql`version + 1`,
    })
    .where('rule_uuid', '=', change.ruleUuid)
    .where('version', '=', change.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when it has changed or is gone. What waits is not told. */
export async function deleteRule(
  tx: TenantTx,
  input: { ruleUuid: string; expectedVersion: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plumbline.notification_rules')
    .where('rule_uuid', '=', input.ruleUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
