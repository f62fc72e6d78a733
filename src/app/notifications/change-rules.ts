import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { maxRules, type Occasion, type RuleState } from '../../domain/notifications/notification.ts';
import { getMember } from '../../storage/queries/members.ts';
import {
  countRules,
  deleteRule as deleteRuleRow,
  insertRule,
  type RuleRecord,
  updateRule as updateRuleRow,
} from '../../storage/queries/notification-rules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { assertAddress } from '../webhooks/assert-address.ts';
import { requireRule } from './read-rules.ts';

/** Where messages go: to a member by mail (null: to who asks), or into a chat. */
export type RuleTarget =
  | { readonly channel: 'email'; readonly memberUuid: string | null }
  | { readonly channel: 'slack' | 'teams'; readonly url: string };

export interface RuleSettings {
  readonly name: string;
  readonly occasion: Occasion;
  readonly groupMinutes: number;
}

export interface ReviewedRule {
  readonly ruleUuid: string;
  readonly ifMatch: string;
}

export async function createRule(
  ctx: AppContext,
  caller: Caller,
  input: RuleSettings & { readonly target: RuleTarget },
  retry: RetryKey,
): Promise<{ readonly rule: RuleRecord; readonly replayed: boolean }> {
  const { target, ...settings } = input;
  if (target.channel === 'email') assertMail(ctx);
  else await assertAddress(ctx, target.url);
  const key = { ...retry, fingerprint: ctx.notificationSeal.blind(retry.fingerprint) };
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, key, async () => {
      await assertRoom(tx);
      const ruleUuid = ctx.ids.uuid();
      const place = await placeOf(ctx, tx, caller, target, ruleUuid);
      await insertRule(tx, { ...settings, ...place, ruleUuid, createdAt: ctx.clock.now() });
      return ruleUuid;
    });
    return { rule: await requireRule(tx, resourceUuid), replayed };
  });
}

/** What is left out stays as it is. Where messages go does not change: that would be another rule. */
export async function updateRule(
  ctx: AppContext,
  caller: Caller,
  reviewed: ReviewedRule,
  changes: Partial<RuleSettings> & { readonly state?: RuleState },
): Promise<RuleRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const rule = await review(tx, reviewed);
    if (!(await updateRuleRow(tx, { ...rule, ...changes, expectedVersion: rule.version }))) {
      throw changedMeanwhile();
    }
    return requireRule(tx, rule.ruleUuid);
  });
}

export async function deleteRule(ctx: AppContext, caller: Caller, reviewed: ReviewedRule): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { ruleUuid, version } = await review(tx, reviewed);
    if (!(await deleteRuleRow(tx, { ruleUuid, expectedVersion: version }))) throw changedMeanwhile();
  });
}

async function placeOf(
  ctx: AppContext,
  tx: TenantTx,
  caller: Caller,
  target: RuleTarget,
  ruleUuid: string,
): Promise<Pick<RuleRecord, 'channel' | 'memberUuid' | 'sealedUrl' | 'urlHost'>> {
  const { channel } = target;
  if (target.channel === 'email') {
    const memberUuid = await requireAddress(tx, target.memberUuid ?? caller.memberUuid);
    return { channel, memberUuid, sealedUrl: null, urlHost: null };
  }
  const sealedUrl = ctx.notificationSeal.close([caller.orgUuid, ruleUuid], target.url);
  return { channel, memberUuid: null, sealedUrl, urlHost: new URL(target.url).host };
}

/** Mail goes to members only: a rule is no means to write to strangers. */
async function requireAddress(tx: TenantTx, memberUuid: string | null): Promise<string> {
  const member = memberUuid === null ? undefined : await getMember(tx, memberUuid);
  if (member?.status === 'active' && member.email !== null) return member.memberUuid;
  const detail = 'Must be an active member who has an e-mail address.';
  throw new AppError('validation_failed', {
    detail: 'Nobody can be written to.',
    errors: [{ pointer: '/target/memberUuid', code: 'member_unreachable', detail }],
  });
}

function assertMail({ settings }: AppContext): void {
  if (settings.mailConfigured) return;
  throw new AppError('mail_not_configured', {
    detail: 'This deployment sends no mail. Ask its operator to set PLUMBLINE_SMTP_URL, or choose a chat.',
  });
}

async function review(tx: TenantTx, { ruleUuid, ifMatch }: ReviewedRule): Promise<RuleRecord> {
  const rule = await requireRule(tx, ruleUuid);
  assertMatches(ifMatch, etagOf('notificationRule', ruleUuid, rule.version));
  return rule;
}

async function assertRoom(tx: TenantTx): Promise<void> {
  if ((await countRules(tx)) < maxRules) return;
  throw new AppError('notification_rules_exhausted', {
    detail: `The Organization has ${maxRules} notification rules, and no more are taken. Delete one first.`,
  });
}

function changedMeanwhile(): AppError {
  return new AppError('state_conflict', { detail: 'The rule changed at the same moment. Read it again.' });
}
