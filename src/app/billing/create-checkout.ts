import { createHash } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';
import type { BillingProvider } from '../../domain/billing.ts';
import { entitlementAt } from '../../domain/entitlement.ts';
import { principalKey } from '../../domain/principal.ts';
import type { Processor } from '../../providers/billing/processor.ts';
import {
  type CheckoutRecord,
  getBillingCustomer,
  getCheckout,
  insertCheckout,
  keepBillingCustomer,
} from '../../storage/queries/billing.ts';
import { claimIdempotencyKey } from '../../storage/queries/idempotency.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { loadOrganization } from '../organization/organization-view.ts';
import { assertPlan, requireMarketplace, requireProcessor } from './billing-providers.ts';

export interface NewCheckout {
  readonly provider: BillingProvider;
  readonly planKey: string;
}

interface Checkout {
  readonly checkout: CheckoutRecord;
  readonly replayed: boolean;
}

/**
 * Where a plan is bought. The provider is asked between two transactions, with a key of its own for this request: a
 * retry whose first answer was lost finds the same checkout there. Nothing is granted here; that follows from events.
 */
export async function createCheckout(
  ctx: AppContext,
  caller: Caller,
  input: NewCheckout,
  retry: RetryKey,
): Promise<Checkout> {
  const replay = await ctx.storage.withTenant(caller.orgUuid, (tx) => findReplay(ctx, tx, caller, retry));
  if (replay !== undefined) return { checkout: replay, replayed: true };
  const hosted = await openCheckout(ctx, caller, input, retry);
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, async () => {
      const checkoutUuid = ctx.ids.uuid();
      await insertCheckout(tx, { checkoutUuid, ...input, ...hosted, createdAt: ctx.clock.now() });
      return checkoutUuid;
    });
    return { checkout: await requireCheckout(tx, resourceUuid), replayed };
  });
}

async function findReplay(
  ctx: AppContext,
  tx: TenantTx,
  { principal }: Caller,
  retry: RetryKey,
): Promise<CheckoutRecord | undefined> {
  const request = { ...retry, principal: principalKey(principal), now: ctx.clock.now() };
  const claim = await claimIdempotencyKey(tx, request);
  return claim.state === 'replay' ? requireCheckout(tx, claim.resourceUuid) : undefined;
}

async function openCheckout(
  ctx: AppContext,
  { orgUuid, principal }: Caller,
  { provider, planKey }: NewCheckout,
  retry: RetryKey,
): Promise<{ readonly url: string; readonly expiresAt: Date | null }> {
  if (provider === 'marketplace') {
    const { plans, offerUrl } = requireMarketplace(ctx.billing);
    assertPlan(plans, planKey, '/planKey');
    await assertNotSubscribed(ctx, orgUuid);
    return { url: offerUrl, expiresAt: null };
  }
  const processor = requireProcessor(ctx.billing);
  assertPlan(processor.plans, planKey, '/planKey');
  await assertNotSubscribed(ctx, orgUuid);
  return processor.createCheckout({
    orgUuid,
    planKey,
    customerId: await customerOf(ctx, orgUuid, processor),
    returnUrl: `${ctx.settings.publicUrl}/settings/plan`,
    idempotencyKey: checkoutKey(orgUuid, principalKey(principal), retry),
  });
}

async function assertNotSubscribed(ctx: AppContext, orgUuid: string): Promise<void> {
  const { entitlement } = await ctx.storage.withTenant(orgUuid, loadOrganization);
  const state = entitlementAt(entitlement, ctx.clock.now());
  if (state !== 'active' && state !== 'grace') return;
  throw new AppError('already_subscribed', {
    detail: `The Organization is subscribed to ${entitlement.planKey ?? 'a plan'} already. Change that subscription with its provider.`,
  });
}

/** One customer for each Organization, whoever of it pays. */
async function customerOf(ctx: AppContext, orgUuid: string, processor: Processor): Promise<string> {
  const { known, name } = await ctx.storage.withTenant(orgUuid, async (tx) => ({
    known: await getBillingCustomer(tx, 'processor'),
    name: (await loadOrganization(tx)).organization.name,
  }));
  if (known !== undefined) return known;
  const customerId = await processor.createCustomer({ orgUuid, name });
  await ctx.storage.withTenant(orgUuid, (tx) =>
    keepBillingCustomer(tx, { provider: 'processor', customerId, createdAt: ctx.clock.now() }),
  );
  return customerId;
}

/** The caller's key and request as one, in the provider's alphabet: another body with the same key is another request. */
function checkoutKey(orgUuid: string, principal: string, { key, fingerprint }: RetryKey): string {
  return createHash('sha256').update([orgUuid, principal, key, fingerprint].join('\n')).digest('hex');
}

async function requireCheckout(tx: TenantTx, checkoutUuid: string): Promise<CheckoutRecord> {
  const checkout = await getCheckout(tx, checkoutUuid);
  if (checkout === undefined) throw new TypeError(`The checkout ${checkoutUuid} is recorded and missing.`);
  return checkout;
}
