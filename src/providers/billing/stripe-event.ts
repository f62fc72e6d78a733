import type Stripe from 'stripe';
import type { BillingEvent } from './processor.ts';

/** Which subscription of which Organization an event is about; undefined for the many that are about neither. */
export function stripeEvent(event: Stripe.Event): BillingEvent | undefined {
  const about = subjectOf(event);
  if (about === undefined || about.subscriptionId === null || about.orgUuid === null) return undefined;
  return { eventId: event.id, subscriptionId: about.subscriptionId, orgUuid: about.orgUuid };
}

interface Subject {
  readonly subscriptionId: string | null;
  readonly orgUuid: string | null;
}

function subjectOf(event: Stripe.Event): Subject | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { subscription, client_reference_id: orgUuid } = event.data.object;
      return { subscriptionId: idOf(subscription), orgUuid };
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { id, metadata } = event.data.object;
      return { subscriptionId: id, orgUuid: metadata.organizationUuid ?? null };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const details = event.data.object.parent?.subscription_details;
      return {
        subscriptionId: idOf(details?.subscription ?? null),
        orgUuid: details?.metadata?.organizationUuid ?? null,
      };
    }
    default:
      return undefined;
  }
}

function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
