import { AppError } from './app-error.ts';

export type EntitlementState = 'trial' | 'active' | 'grace' | 'expired';

/** What is stored: the last change that an event made. What holds now follows from it and the time. */
export interface Entitlement {
  readonly state: EntitlementState;
  readonly trialStartedAt: Date;
  readonly trialEndsAt: Date;
  readonly planKey: string | null;
  readonly periodEndsAt: Date | null;
}

/** How long a subscription whose renewal has not been heard of goes on: payment providers retry for about a week. */
export const graceMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The state at a moment. Needs no job that flips a flag, so it is right the very second a period ends. */
export function entitlementAt(entitlement: Entitlement, now: Date): EntitlementState {
  switch (entitlement.state) {
    case 'expired':
      return 'expired';
    case 'trial':
      return now < entitlement.trialEndsAt ? 'trial' : 'expired';
    case 'active':
    case 'grace': {
      if (entitlement.periodEndsAt === null) return entitlement.state;
      if (now < entitlement.periodEndsAt) return entitlement.state;
      const graceEnds = entitlement.periodEndsAt.getTime() + graceMilliseconds;
      return now.getTime() < graceEnds ? 'grace' : 'expired';
    }
  }
}

/** Refuses a mutation of an Organization whose trial or subscription is over. Reads go on. */
export function assertEntitled(entitlement: Entitlement, now: Date): void {
  if (entitlementAt(entitlement, now) !== 'expired') return;
  throw new AppError('entitlement_expired', {
    detail: 'The trial or subscription of the Organization is over. An Owner can subscribe to a plan.',
  });
}
