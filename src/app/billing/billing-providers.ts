import { AppError } from '../../domain/app-error.ts';
import type { Marketplace } from '../../providers/billing/marketplace.ts';
import type { Processor } from '../../providers/billing/processor.ts';

/** Through whom this deployment sells; null where it does not. */
export interface Billing {
  readonly processor: Processor | null;
  readonly marketplace: Marketplace | null;
}

export function requireProcessor({ processor }: Billing): Processor {
  if (processor !== null) return processor;
  throw notConfigured('payment processor');
}

export function requireMarketplace({ marketplace }: Billing): Marketplace {
  if (marketplace !== null) return marketplace;
  throw notConfigured('marketplace');
}

export function assertPlan(plans: readonly string[], planKey: string, pointer: string): void {
  if (plans.includes(planKey)) return;
  const detail = `There is no plan of this key; there are ${plans.join(', ')}.`;
  throw new AppError('plan_unknown', { detail, errors: [{ pointer, code: 'plan_unknown', detail }] });
}

function notConfigured(what: string): AppError {
  return new AppError('billing_provider_not_configured', {
    detail: `This deployment has no ${what}. Its operator configures one.`,
  });
}
