import { AppError } from '../../domain/app-error.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import type { EventType } from '../../domain/events/event-data.ts';
import { maxWebhooks, rotationHours, type WebhookState } from '../../domain/webhooks/webhook.ts';
import {
  countWebhooks,
  deleteWebhook as deleteWebhookRow,
  insertWebhook,
  updateWebhook as updateWebhookRow,
  type WebhookChange,
  type WebhookRecord,
} from '../../storage/queries/webhooks.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { assertAddress } from './assert-address.ts';
import { requireWebhook } from './read-webhooks.ts';

export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  /** Empty: all of them. */
  readonly eventTypes: readonly EventType[];
}

export interface ReviewedWebhook {
  readonly webhookUuid: string;
  readonly ifMatch: string;
}

export interface CreatedWebhook {
  readonly webhook: WebhookRecord;
  /** Shown once; null on a replay. */
  readonly secret: string | null;
  readonly replayed: boolean;
}

export async function createWebhook(
  ctx: AppContext,
  caller: Caller,
  settings: WebhookSettings,
  retry: RetryKey,
): Promise<CreatedWebhook> {
  await assertAddress(ctx, settings.url);
  const { orgUuid } = caller;
  const secret = ctx.webhookSecrets.create();
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      await assertRoom(tx);
      const webhookUuid = ctx.ids.uuid();
      await insertWebhook(tx, {
        ...settings,
        webhookUuid,
        secret: ctx.webhookSecrets.seal({ orgUuid, webhookUuid }, secret),
        createdAt: ctx.clock.now(),
      });
      return webhookUuid;
    });
    return { webhook: await requireWebhook(tx, resourceUuid), secret: replayed ? null : secret, replayed };
  });
}

/** What is left out stays as it is. */
export async function updateWebhook(
  ctx: AppContext,
  caller: Caller,
  reviewed: ReviewedWebhook,
  changes: Partial<WebhookSettings> & { readonly state?: WebhookState },
): Promise<WebhookRecord> {
  if (changes.url !== undefined) await assertAddress(ctx, changes.url);
  return change(ctx, caller, reviewed, (webhook) => ({ ...webhook, ...changes }));
}

/** A new secret; the one before signs as well until receivers have had the time to change. */
export async function rotateSecret(
  ctx: AppContext,
  caller: Caller,
  reviewed: ReviewedWebhook,
): Promise<{ readonly webhook: WebhookRecord; readonly secret: string }> {
  const secret = ctx.webhookSecrets.create();
  const { orgUuid } = caller;
  const until = new Date(ctx.clock.now().getTime() + rotationHours * 60 * 60_000);
  const webhook = await change(ctx, caller, reviewed, (before) => ({
    ...before,
    secret: ctx.webhookSecrets.seal({ orgUuid, webhookUuid: before.webhookUuid }, secret),
    previousSecret: before.secret,
    previousSecretUntil: until,
  }));
  return { webhook, secret };
}

export async function deleteWebhook(
  ctx: AppContext,
  caller: Caller,
  reviewed: ReviewedWebhook,
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { webhookUuid, version } = await review(tx, reviewed);
    if (!(await deleteWebhookRow(tx, { webhookUuid, expectedVersion: version }))) throw changedMeanwhile();
  });
}

async function change(
  ctx: AppContext,
  caller: Caller,
  reviewed: ReviewedWebhook,
  to: (webhook: WebhookRecord) => Omit<WebhookChange, 'expectedVersion'>,
): Promise<WebhookRecord> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const webhook = await review(tx, reviewed);
    if (!(await updateWebhookRow(tx, { ...to(webhook), expectedVersion: webhook.version }))) {
      throw changedMeanwhile();
    }
    return requireWebhook(tx, webhook.webhookUuid);
  });
}

async function review(tx: TenantTx, { webhookUuid, ifMatch }: ReviewedWebhook): Promise<WebhookRecord> {
  const webhook = await requireWebhook(tx, webhookUuid);
  assertMatches(ifMatch, etagOf('webhook', webhookUuid, webhook.version));
  return webhook;
}

async function assertRoom(tx: TenantTx): Promise<void> {
  if ((await countWebhooks(tx)) < maxWebhooks) return;
  throw new AppError('webhooks_exhausted', {
    detail: `The Organization has ${maxWebhooks} webhooks, and no more are taken. Delete one, or let one receiver pass events on.`,
  });
}

function changedMeanwhile(): AppError {
  return new AppError('state_conflict', { detail: 'The webhook changed at the same moment. Read it again.' });
}
