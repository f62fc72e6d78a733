import { sql } from 'kysely';
import type { Entitlement, EntitlementState } from '../../domain/entitlement.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface EntitlementRecord extends Entitlement {
  readonly version: number;
}

const columns = [
  'state',
  'trial_started_at as trialStartedAt',
  'trial_ends_at as trialEndsAt',
  'plan_key as planKey',
  'period_ends_at as periodEndsAt',
  'version',
] as const;

export async function insertTrial(
  tx: TenantTx,
  input: { orgUuid: string; startedAt: Date; endsAt: Date },
): Promise<EntitlementRecord> {
  return await tx
    .insertInto('plumbline.entitlements')
    .values({
      org_uuid: input.orgUuid,
      state: 'trial',
      trial_started_at: input.startedAt,
      trial_ends_at: input.endsAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function getEntitlement(tx: TenantTx): Promise<EntitlementRecord | undefined> {
  return await tx.selectFrom('plumbline.entitlements').select(columns).executeTakeFirst();
}

/** Undefined when the entitlement has another version by now. */
export async function updateEntitlement(
  tx: TenantTx,
  input: {
    expectedVersion: number;
    state: EntitlementState;
    planKey: string | null;
    periodEndsAt: Date | null;
  },
): Promise<EntitlementRecord | undefined> {
  return await tx
    .updateTable('plumbline.entitlements')
    .set({
      state: input.state,
      plan_key: input.planKey,
      period_ends_at: input.periodEndsAt,
      version: sql`version + 1`,
    })
    .where('version', '=', input.expectedVersion)
    .returning(columns)
    .executeTakeFirst();
}
