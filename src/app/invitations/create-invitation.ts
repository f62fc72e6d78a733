import { AppError } from '../../domain/app-error.ts';
import { principalKey } from '../../domain/principal.ts';
import type { Role } from '../../domain/roles.ts';
import {
  expireInvitations,
  type InvitationRecord,
  insertInvitation,
} from '../../storage/queries/invitations.ts';
import { findActiveMemberByEmail } from '../../storage/queries/members.ts';
import { insertOperation } from '../../storage/queries/operations.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { tellInvitation } from '../events/member-events.ts';
import { once, type RetryKey } from '../idempotency.ts';
import { deliverInvitationKind } from './deliver-invitation.ts';
import { secretHash } from './invitation-secret.ts';
import { requireInvitation } from './read-invitations.ts';

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

export interface CreatedInvitation {
  readonly invitation: InvitationRecord;
  /** Shown once, to the Owner who made it; null on a replay. */
  readonly secret: string | null;
  readonly replayed: boolean;
}

export async function createInvitation(
  ctx: AppContext,
  caller: Caller,
  input: NewInvitation,
  retry: RetryKey,
): Promise<CreatedInvitation> {
  assertEmail(input.email);
  return ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { resourceUuid, replayed } = await once(ctx, tx, caller.principal, retry, () =>
      invite(ctx, tx, caller, input),
    );
    const invitation = await requireInvitation(tx, resourceUuid);
    const secret = replayed ? null : ctx.invitationSecrets.secretOf(caller.orgUuid, resourceUuid);
    return { invitation, secret, replayed };
  });
}

async function invite(ctx: AppContext, tx: TenantTx, caller: Caller, input: NewInvitation): Promise<string> {
  const now = ctx.clock.now();
  assertExpiry(ctx, input.expiresAt, now);
  const [member] = await Promise.all([
    findActiveMemberByEmail(tx, input.email),
    // An expired invitation is still stored as pending; it must not stand in the way of a new one.
    expireInvitations(tx, now),
  ]);
  if (member !== undefined) {
    throw new AppError('member_exists', { detail: 'An active member of the Organization has this address.' });
  }
  const invitationUuid = ctx.ids.uuid();
  await insertInvitation(tx, {
    invitationUuid,
    email: input.email,
    role: input.role,
    secretHash: secretHash(ctx.invitationSecrets.secretOf(caller.orgUuid, invitationUuid)),
    deliveryState: ctx.settings.mailConfigured ? 'queued' : 'notConfigured',
    expiresAt: input.expiresAt,
    createdAt: now,
    createdBy: principalKey(caller.principal),
  });
  tellInvitation(ctx, tx, { invitationUuid, role: input.role }, input.expiresAt);
  if (ctx.settings.mailConfigured) await queueDelivery(ctx, tx, invitationUuid);
  return invitationUuid;
}

async function queueDelivery(ctx: AppContext, tx: TenantTx, invitationUuid: string): Promise<void> {
  const now = ctx.clock.now();
  const operationUuid = ctx.ids.uuid();
  await insertOperation(tx, {
    operationUuid,
    kind: deliverInvitationKind,
    progressUnit: 'messages',
    progressTotal: 1,
    resourcePath: `/api/v1/organization-invitations/${invitationUuid}`,
    createdAt: now,
  });
  await enqueueWork(tx, {
    workUuid: ctx.ids.uuid(),
    kind: deliverInvitationKind,
    payload: { invitationUuid, operationUuid },
    operationUuid,
    runAfter: now,
    // With the backoff of the worker, about a day: longer than most mail servers are away.
    maxAttempts: 40,
  });
}

function assertExpiry(ctx: AppContext, expiresAt: Date, now: Date): void {
  const latest = new Date(now.getTime() + ctx.settings.invitationMaxDays * 24 * 60 * 60 * 1000);
  if (expiresAt > now && expiresAt <= latest) return;
  throw new AppError('expiry_invalid', {
    detail: `An invitation must expire in the future and within ${ctx.settings.invitationMaxDays} days.`,
    errors: [
      {
        pointer: '/expiresAt',
        code: 'expiry_invalid',
        detail: `Not between now and ${latest.toISOString()}.`,
      },
    ],
  });
}

/** Not a judgement on what RFC 5321 permits: it keeps out what no mail server takes, and what could break a header. */
const plausibleEmail = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u;

function assertEmail(email: string): void {
  if (plausibleEmail.test(email)) return;
  throw new AppError('validation_failed', {
    detail: 'The e-mail address is not one that mail can be sent to.',
    errors: [
      { pointer: '/email', code: 'address_invalid', detail: 'Must be an address of the form name@domain.' },
    ],
  });
}
