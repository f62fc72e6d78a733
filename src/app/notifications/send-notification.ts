import { AppError } from '../../domain/app-error.ts';
import type { EventRecord } from '../../domain/events/cloud-event.ts';
import { mailOf, messageOf, slackOf, teamsOf } from '../../domain/notifications/messages.ts';
import { mostInMessage } from '../../domain/notifications/notification.ts';
import type { Mailer } from '../../providers/mail/mailer.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { getMember, type MemberRecord } from '../../storage/queries/members.ts';
import {
  removeNotificationItems,
  setWaitingSince,
  waitingEvents,
} from '../../storage/queries/notification-items.ts';
import { getRule, lockRule, type RuleRecord } from '../../storage/queries/notification-rules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { sendMail } from '../mail/send-mail.ts';
import { queueMessage, sendNotificationKind } from './queue-notifications.ts';

/** Tells somebody what waits for them, in one message. `mailer` is null where no mail server is configured. */
export function sendNotification(ctx: AppContext, mailer: Mailer | null): WorkHandler {
  return {
    kind: sendNotificationKind,
    // Longer than the limits of mailer and poster, so that their reasons are the ones that are told.
    timeoutMs: 60_000,
    async run(work, { signal }) {
      const waiting = await ctx.storage.withTenant(work.orgUuid, (tx) => readWaiting(tx, ruleOf(work)));
      if (waiting !== undefined && waiting.events.length > 0 && waiting.rule.state === 'active') {
        await send(ctx, mailer, work.orgUuid, waiting, signal);
      }
      return { write: (tx) => settle(ctx, tx, ruleOf(work), waiting?.events ?? []) };
    },
    async giveUp(tx, work) {
      // Told late they would only be wrong: what comes next is told again.
      const waiting = await readWaiting(tx, ruleOf(work));
      await settle(ctx, tx, ruleOf(work), waiting?.events ?? []);
    },
  };
}

interface Waiting {
  readonly rule: RuleRecord;
  readonly member: MemberRecord | undefined;
  readonly events: readonly EventRecord[];
}

function ruleOf(work: ClaimedWork): string {
  return (work.payload as { readonly ruleUuid: string }).ruleUuid;
}

async function readWaiting(tx: TenantTx, ruleUuid: string): Promise<Waiting | undefined> {
  const rule = await getRule(tx, ruleUuid);
  if (rule === undefined) return undefined;
  const member = rule.memberUuid === null ? undefined : await getMember(tx, rule.memberUuid);
  return { rule, member, events: await waitingEvents(tx, { ruleUuid, limit: mostInMessage }) };
}

/** What was told waits no more; where more has come meanwhile, that is told next. */
async function settle(
  ctx: AppContext,
  tx: TenantTx,
  ruleUuid: string,
  told: readonly EventRecord[],
): Promise<void> {
  const rule = await lockRule(tx, ruleUuid);
  if (rule === undefined) return;
  await removeNotificationItems(tx, { ruleUuid, sequences: told.map(({ sequence }) => sequence) });
  const [next] = await waitingEvents(tx, { ruleUuid, limit: 1 });
  if (next === undefined) await setWaitingSince(tx, { ruleUuid, since: null });
  else await queueMessage(ctx, tx, rule);
}

async function send(
  ctx: AppContext,
  mailer: Mailer | null,
  orgUuid: string,
  { rule, member, events }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  const message = messageOf(events, ctx.settings.publicUrl);
  if (rule.channel === 'email') {
    // Somebody who has left is told nothing, and nothing is wrong with that.
    if (member?.status !== 'active' || member.email === null) return;
    const id = `${rule.ruleUuid}-${events.at(-1)?.sequence ?? 0}`;
    const messageId = `<notification-${id}@${new URL(ctx.settings.publicUrl).hostname}>`;
    if (mailer === null) {
      throw new AppError('mail_rejected', { detail: 'No mail server is configured, so nothing was sent.' });
    }
    await sendMail(mailer, { to: member.email, messageId, ...mailOf(message) });
    return;
  }
  const { status, failure, ...wish } = await ctx.poster.post({
    url: ctx.notificationSeal.open([orgUuid, rule.ruleUuid], rule.sealedUrl ?? ''),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(rule.channel === 'slack' ? slackOf(message) : teamsOf(message)),
    signal,
  });
  if (failure === null) return;
  throw new AppError('webhook_undelivered', {
    detail: `${rule.urlHost} did not take the message (${failure}, ${status ?? 'no status'}).`,
    ...wish,
  });
}
