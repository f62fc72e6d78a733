import type { TenantTx } from '../tenant-tx.ts';

export type EntitlementState = 'trial' | 'active' | 'grace' | 'expired';

export interface EntitlementRecord {
  readonly state: EntitlementState;
  readonly trialStartedAt: Date;
  readonly trialEndsAt: Date;
  readonly planKey: string | null;
  readonly periodEndsAt: Date | null;
  readonly version: number;
}

export declare function insertTrial(
  tx: TenantTx,
  input: { orgUuid: string; startedAt: Date; endsAt: Date },
): Promise<EntitlementRecord>;

export declare function getEntitlement(tx: TenantTx): Promise<EntitlementRecord | undefined>;

/** Undefined when the entitlement has another version by now. */
export declare function updateEntitlement(
  tx: TenantTx,
  input: {
    expectedVersion: number;
    state: EntitlementState;
    planKey: string | null;
    periodEndsAt: Date | null;
  },
): Promise<EntitlementRecord | undefined>;
